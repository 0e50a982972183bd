import {
  oneOf,
  type SettingValue,
  toDatabase,
  toFolders,
  toHost,
  toPath,
  toPort,
  toPublicUrl,
  toRanges,
  toSecretKey,
  toTrustProxy,
} from "./setting-values.ts";

/** What the hub needs to know to start. Paths are absolute. */
export type Settings = {
  data: string;
  /** A PostgreSQL database that everything is kept in, with its password maybe; undefined: SQLite in `data`. */
  database?: string;
  host: string;
  httpPort: number;
  httpsPort: number;
  tls: "auto" | "off" | "files";
  tlsCert?: string;
  tlsKey?: string;
  publicUrl?: string;
  /** Addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal`; false: nobody. */
  trustProxy: false | string[];
  logLevel: "auto" | "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** What the secrets of destinations are sealed with; undefined: `secretKeyFile`, or a key in the data folder. */
  secretKey?: string;
  secretKeyFile?: string;
  /** Private networks that every destination may be in, as CIDR ranges. */
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
  /** Its text is shown nowhere. */
  secret?: true;
  parse: (text: string, baseDir: string) => SettingValue;
};

/** Every setting once: `--help`, flags, `SCANHOOK_*` variables, the file and the checks are made from this. */
export const settingsTable: readonly Setting[] = [
  {
    name: "data",
    key: "data",
    default: "./data",
    meaning: "folder that holds everything: scans, certificates, log-in",
    parse: toPath,
  },
  {
    name: "database",
    key: "database",
    secret: true,
    meaning: "PostgreSQL to keep scans in: postgres://user@host/name; without it, SQLite in data",
    parse: toDatabase,
  },
  {
    name: "host",
    key: "host",
    default: "0.0.0.0",
    meaning: "address to listen on; 127.0.0.1 keeps the hub to this machine",
    parse: toHost,
  },
  {
    name: "http-port",
    key: "httpPort",
    default: "8080",
    meaning: "port for http://localhost and for the page that helps a phone; 0 picks one",
    parse: toPort,
  },
  {
    name: "https-port",
    key: "httpsPort",
    default: "8443",
    meaning: "port for https, which phones use; 0 picks one",
    parse: toPort,
  },
  {
    name: "tls",
    key: "tls",
    default: "auto",
    meaning: "auto: own CA and certificates; files: yours; off: HTTP only, behind a proxy",
    parse: oneOf("auto", "off", "files"),
  },
  {
    name: "tls-cert",
    key: "tlsCert",
    meaning: "certificate chain (PEM file), for tls files",
    parse: toPath,
  },
  {
    name: "tls-key",
    key: "tlsKey",
    meaning: "private key (PEM file), for tls files",
    parse: toPath,
  },
  {
    name: "public-url",
    key: "publicUrl",
    meaning: "address under which phones reach the hub, when it is not its own (a proxy, a name)",
    parse: toPublicUrl,
  },
  {
    name: "trust-proxy",
    key: "trustProxy",
    default: "off",
    meaning: "proxies whose X-Forwarded-* count: addresses, CIDR ranges, loopback; commas between",
    parse: toTrustProxy,
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
    meaning: "key of the secrets of destinations: 32 bytes in hex or base64, or a long passphrase",
    parse: toSecretKey,
  },
  {
    name: "secret-key-file",
    key: "secretKeyFile",
    meaning: "file with that key; without both, <data>/secret.key is made",
    parse: toPath,
  },
  {
    name: "egress-allow",
    key: "egressAllow",
    default: "none",
    meaning: "private networks that every destination may be in: CIDR ranges with commas between",
    parse: toRanges,
  },
  {
    name: "file-folders",
    key: "fileFolders",
    default: "none",
    meaning: "folders besides <data>/files that destinations may write to, commas between",
    parse: toFolders,
  },
  {
    name: "config",
    key: "config",
    meaning:
      "YAML file with these names, destinations and routes; <data>/scanhook.yaml when it is there",
    parse: toPath,
  },
];
