import { isIP } from "node:net";
import { resolve } from "node:path";

/** A setting's text as its value, or what was expected instead, as it reads after "must be". */
export type SettingValue =
  | { ok: true; value: string | number | false | string[] }
  | { ok: false; expected: string };

export function toPath(text: string, baseDir: string): SettingValue {
  if (text === "" || text.includes("\0")) return { ok: false, expected: "a path" };
  return { ok: true, value: resolve(baseDir, text) };
}

export function toHost(text: string): SettingValue {
  const isName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(text);
  return isIP(text) || isName
    ? { ok: true, value: text }
    : { ok: false, expected: "an address or a host name such as 0.0.0.0" };
}

export function toPort(text: string): SettingValue {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? { ok: true, value: Number(text) }
    : { ok: false, expected: "a whole number from 0 to 65535" };
}

export function oneOf(...choices: string[]) {
  return (text: string): SettingValue => {
    const value = choices.find((choice) => choice === text);
    if (value) return { ok: true, value };
    return { ok: false, expected: `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}` };
  };
}

export function toPublicUrl(text: string): SettingValue {
  const url = URL.parse(text);
  const expected = "a URL without path such as https://scans.example.org";
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    return { ok: false, expected };
  }
  return { ok: true, value: url.origin };
}

export function toTrustProxy(text: string): SettingValue {
  const expected = "off, or addresses, CIDR ranges and loopback with commas between";
  if (text === "off") return { ok: true, value: false };
  const list = text.split(",").map((part) => part.trim());
  return list.every(isProxyRange) ? { ok: true, value: list } : { ok: false, expected };
}

function isProxyRange(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, more] = text.split("/");
  const version = isIP(address);
  if (!version || more !== undefined) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
