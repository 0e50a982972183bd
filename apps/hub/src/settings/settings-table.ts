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
    name: "config",
    key: "config",
    meaning:
      "YAML file with settings, destinations, routes, registers and alerts; default: <data>/scanhook.yaml, if it exists",
    parse: parsePath,
  },
];

/**
 * Keys of the settings file that are not settings. `config-file/` reads them at the start and
 * whenever the file changes.
 */
export const definitionSections = ["destinations", "routes", "registers", "alerts"];
