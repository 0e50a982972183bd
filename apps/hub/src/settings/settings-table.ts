import { hubTexts } from "../texts/hub-texts.ts";
import {
  parseClaim,
  parseClientId,
  parseClientSecret,
  parseGroup,
  parseHeaderName,
  parseIssuer,
  parseLabel,
  parsePeers,
  parseRoleRules,
  parseScopes,
} from "./login-setting-values.ts";
import type { RoleRule } from "./role-rules.ts";
import {
  oneOf,
  parseDatabase,
  parseFolders,
  parseHost,
  parsePath,
  parsePort,
  parsePublicUrl,
  parseRanges,
  parseSecretKey,
  parseTrustProxy,
  type SettingValue,
} from "./setting-values.ts";

/** The settings of a hub. Paths are absolute. */
export type Settings = {
  data: string;
  /**
   * The URL of a PostgreSQL database that holds everything. It may contain a password. Undefined:
   * SQLite in `data`.
   */
  database?: string;
  host: string;
  httpPort: number;
  httpsPort: number;
  tls: "auto" | "off" | "files";
  tlsCert?: string;
  tlsKey?: string;
  publicUrl?: string;
  /**
   * Addresses, CIDR ranges, `loopback`, `linklocal` or `uniquelocal`; false if no proxy is trusted.
   */
  trustProxy: false | string[];
  logLevel: "auto" | "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** The language of what the hub says by itself, and to senders whose language it lacks. */
  language: string;
  /**
   * The key that seals the secrets of destinations. Undefined: `secretKeyFile`, or a key in the
   * data folder.
   */
  secretKey?: string;
  secretKeyFile?: string;
  /** Private networks that every destination may reach, as CIDR ranges. */
  egressAllow: string[];
  /** Folders besides the data folder that destinations may write files to. */
  fileFolders: string[];
  /** The provider of single sign-on, exactly as it names itself. Undefined: none. */
  ssoIssuer?: string;
  ssoClientId?: string;
  /** Undefined for a public client, which only has PKCE. */
  ssoClientSecret?: string;
  /** The label of the button. Undefined: the host of the provider. */
  ssoName?: string;
  /** The claim with the groups. Dots lead into objects. */
  ssoClaim: string;
  /** The group that everybody needs. Undefined: none. */
  ssoGroup?: string;
  ssoRoles?: RoleRule[];
  /** Scopes with spaces between. */
  ssoScopes: string;
  /** The header in which a proxy names the person, in lower case. Undefined: none is trusted. */
  proxyHeader?: string;
  proxyGroupsHeader?: string;
  /** The addresses and CIDR ranges from which that header is trusted. */
  proxyPeers?: string[];
  config?: string;
};

export type Setting = {
  name: string;
  key: keyof Settings;
  default?: string;
  meaning: string;
  /** Messages and logs never show its value. */
  secret?: true;
  parse: (text: string, baseDir: string) => SettingValue;
};

/**
 * The table of all settings. `--help`, flags, `SCANHOOK_*` variables, the settings file and the
 * checks are derived from it.
 */
export const settingsTable: readonly Setting[] = [
  {
    name: "data",
    key: "data",
    default: "./data",
    meaning: "folder for all data: scans, certificates, log-in",
    parse: parsePath,
  },
  {
    name: "database",
    key: "database",
    secret: true,
    meaning: "PostgreSQL database for scans: postgres://user@host/name; default: SQLite in data",
    parse: parseDatabase,
  },
  {
    name: "host",
    key: "host",
    default: "0.0.0.0",
    meaning: "address to listen on; 127.0.0.1 keeps the hub to this machine",
    parse: parseHost,
  },
  {
    name: "http-port",
    key: "httpPort",
    default: "8080",
    meaning: "port for http://localhost and the page that sets up a phone; 0 picks a free one",
    parse: parsePort,
  },
  {
    name: "https-port",
    key: "httpsPort",
    default: "8443",
    meaning: "port for https, which phones use; 0 picks a free one",
    parse: parsePort,
  },
  {
    name: "tls",
    key: "tls",
    default: "auto",
    meaning: "auto: own CA and certificates; files: your files; off: HTTP only, behind a proxy",
    parse: oneOf("auto", "off", "files"),
  },
  {
    name: "tls-cert",
    key: "tlsCert",
    meaning: "certificate chain (PEM file), with --tls files",
    parse: parsePath,
  },
  {
    name: "tls-key",
    key: "tlsKey",
    meaning: "private key (PEM file), with --tls files",
    parse: parsePath,
  },
  {
    name: "public-url",
    key: "publicUrl",
    meaning: "URL at which phones reach the hub, if it differs (a proxy, a DNS name)",
    parse: parsePublicUrl,
  },
  {
    name: "trust-proxy",
    key: "trustProxy",
    default: "off",
    meaning:
      "trusted proxies (X-Forwarded-*): addresses, CIDR ranges, loopback, with commas between",
    parse: parseTrustProxy,
  },
  {
    name: "log-level",
    key: "logLevel",
    default: "auto",
    meaning: "trace, debug, info, warn, error or silent; auto: warn on a terminal, else info",
    parse: oneOf("auto", "trace", "debug", "info", "warn", "error", "silent"),
  },
  {
    name: "language",
    key: "language",
    default: "en",
    meaning: "language of verdicts for senders that ask for no other, and of what the hub writes",
    parse: oneOf(...hubTexts.languages),
  },
  {
    name: "secret-key",
    key: "secretKey",
    secret: true,
    meaning:
      "key that seals secrets of destinations: 32 bytes in hex or base64, or a long passphrase",
    parse: parseSecretKey,
  },
  {
    name: "secret-key-file",
    key: "secretKeyFile",
    meaning: "file that holds that key; without either, the hub creates <data>/secret.key",
    parse: parsePath,
  },
  {
    name: "egress-allow",
    key: "egressAllow",
    default: "none",
    meaning: "private networks that destinations may reach: CIDR ranges with commas between",
    parse: parseRanges,
  },
  {
    name: "file-folders",
    key: "fileFolders",
    default: "none",
    meaning: "folders besides <data>/files that destinations may write to, with commas between",
    parse: parseFolders,
  },
  {
    name: "sso-issuer",
    key: "ssoIssuer",
    meaning: "provider of single sign-on (OpenID Connect): its issuer URL; needs public-url",
    parse: parseIssuer,
  },
  {
    name: "sso-client-id",
    key: "ssoClientId",
    meaning: "client ID of this hub at the provider",
    parse: parseClientId,
  },
  {
    name: "sso-client-secret",
    key: "ssoClientSecret",
    secret: true,
    meaning: "client secret of this hub at the provider; without it, a public client",
    parse: parseClientSecret,
  },
  {
    name: "sso-name",
    key: "ssoName",
    meaning: "name of the provider on the log-in page; default: its host",
    parse: parseLabel,
  },
  {
    name: "sso-claim",
    key: "ssoClaim",
    default: "groups",
    meaning: "claim with a person's groups; dots lead into objects: realm_access.roles",
    parse: parseClaim,
  },
  {
    name: "sso-group",
    key: "ssoGroup",
    meaning: "group that everybody needs who logs in by the provider or the proxy",
    parse: parseGroup,
  },
  {
    name: "sso-roles",
    key: "ssoRoles",
    meaning:
      "roles of groups, the highest counts, * is everybody: owners=owner,staff=desk,*=viewer",
    parse: parseRoleRules,
  },
  {
    name: "sso-scopes",
    key: "ssoScopes",
    default: "openid profile",
    meaning: "scopes that the hub asks the provider for, with spaces between",
    parse: parseScopes,
  },
  {
    name: "proxy-header",
    key: "proxyHeader",
    meaning: "header in which a proxy names the person who is logged in, such as Remote-User",
    parse: parseHeaderName,
  },
  {
    name: "proxy-groups-header",
    key: "proxyGroupsHeader",
    meaning: "header with the person's groups, with commas or | between, such as Remote-Groups",
    parse: parseHeaderName,
  },
  {
    name: "proxy-peers",
    key: "proxyPeers",
    meaning: "only peers whose proxy-header counts: addresses, CIDR ranges, with commas between",
    parse: parsePeers,
  },
  {
    name: "config",
    key: "config",
    meaning:
      "YAML file with settings, inboxes, destinations, routes, registers and alerts; default: <data>/scanhook.yaml, if it exists",
    parse: parsePath,
  },
];

/**
 * Keys of the settings file that are not settings. `config-file/` reads them at the start and
 * whenever the file changes.
 */
export const definitionSections = [
  "inboxes",
  "destinations",
  "routes",
  "registers",
  "alerts",
  "changes",
];
