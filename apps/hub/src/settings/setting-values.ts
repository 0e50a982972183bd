import { isIP } from "node:net";
import { resolve } from "node:path";
import type { RoleRule } from "./role-rules.ts";

/** The parsed value of a setting, or a phrase for the expected value that completes "must be …". */
export type SettingValue =
  | { ok: true; value: string | number | false | string[] | RoleRule[] }
  | { ok: false; expected: string };

export function parsePath(text: string, baseDir: string): SettingValue {
  if (text === "" || text.includes("\0")) return { ok: false, expected: "a path" };
  return { ok: true, value: resolve(baseDir, text) };
}

const severalHosts = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#@]*,/i;

export function parseDatabase(text: string): SettingValue {
  const url = URL.parse(text);
  // libpq takes a list of hosts, and ports would make it no URL.
  if (severalHosts.test(text) || url?.searchParams.get("host")?.includes(",")) {
    return { ok: false, expected: "a URL with one host, whose address moves to a new primary" };
  }
  return url && /^postgres(?:ql)?:$/.test(url.protocol)
    ? { ok: true, value: text }
    : { ok: false, expected: "a URL such as postgres://user@host/scanhook" };
}

export function parseHost(text: string): SettingValue {
  const isName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(text);
  return isIP(text) || isName
    ? { ok: true, value: text }
    : { ok: false, expected: "an address or a host name such as 0.0.0.0" };
}

export function parsePort(text: string): SettingValue {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? { ok: true, value: Number(text) }
    : { ok: false, expected: "a whole number from 0 to 65535" };
}

export function oneOf(...choices: string[]) {
  return (text: string): SettingValue => {
    const value = choices.find((choice) => choice === text);
    if (value) return { ok: true, value };
    const list = new Intl.ListFormat("en-GB", { type: "disjunction" });
    return { ok: false, expected: list.format(choices) };
  };
}

export function parsePublicUrl(text: string): SettingValue {
  const url = URL.parse(text);
  const expected = "a URL without path such as https://scans.example.org";
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    return { ok: false, expected };
  }
  return { ok: true, value: url.origin };
}

export function parseTrustProxy(text: string): SettingValue {
  const expected = "off, or addresses, CIDR ranges and loopback with commas between";
  if (text === "off") return { ok: true, value: false };
  const list = text.split(",").map((part) => part.trim());
  return list.every(isProxyRange) ? { ok: true, value: list } : { ok: false, expected };
}

/** Parses a secret key. Messages never quote it, so `expected` alone must explain the problem. */
export function parseSecretKey(text: string): SettingValue {
  return text.length >= minPassphraseLength
    ? { ok: true, value: text }
    : {
        ok: false,
        expected: `32 bytes in hex or base64, or a passphrase of ${minPassphraseLength} characters or more`,
      };
}

/** The minimum length, in characters, of a passphrase that seals secrets. */
export const minPassphraseLength = 16;

export function parseRanges(text: string): SettingValue {
  if (text === "none") return { ok: true, value: [] };
  const list = text.split(",").map((part) => part.trim());
  return list.every(isRange)
    ? { ok: true, value: list }
    : { ok: false, expected: "none, or CIDR ranges such as 192.168.1.0/24 with commas between" };
}

export function parseFolders(text: string, baseDir: string): SettingValue {
  if (text === "none") return { ok: true, value: [] };
  const list = text.split(",").map((part) => parsePath(part.trim(), baseDir));
  const folders = list.flatMap((folder) => (folder.ok ? String(folder.value) : []));
  return folders.length === list.length
    ? { ok: true, value: folders }
    : { ok: false, expected: "none, or paths of folders with commas between" };
}

function isProxyRange(text: string): boolean {
  return ["loopback", "linklocal", "uniquelocal"].includes(text) || isRange(text);
}

/** Returns whether a text is an address, with or without the prefix length of its network. */
export function isRange(text: string): boolean {
  const [address = "", prefix, rest] = text.split("/");
  const version = isIP(address);
  if (!version || rest !== undefined) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}
