import { givenRoles } from "./role-rules.ts";
import { isRange, type SettingValue } from "./setting-values.ts";

/** Parses the URL of a provider, which stays as it is written. */
export function parseIssuer(text: string): SettingValue {
  const url = URL.parse(text);
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
  return isPlain && isSafe && !text.includes("?") && !text.includes("#")
    ? { ok: true, value: text }
    : {
        ok: false,
        expected:
          "the https URL of the provider (its issuer), such as https://id.example.org; http only for localhost",
      };
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

export function parseClientId(text: string): SettingValue {
  return /^[\x20-\x7e]{1,300}$/.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the client ID that the provider shows" };
}

/** Parses a client secret. Messages never quote it. */
export function parseClientSecret(text: string): SettingValue {
  return /^[^\p{Cc}]{1,1000}$/u.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the client secret that the provider shows" };
}

export function parseLabel(text: string): SettingValue {
  return /^[^\p{Cc}]{1,60}$/u.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "a name of 1 to 60 characters" };
}

export function parseClaim(text: string): SettingValue {
  return /^[^\s\p{Cc}]{1,200}$/u.test(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the name of a claim, such as groups or realm_access.roles" };
}

/** Parses scopes (RFC 6749, section 3.3) with spaces between. */
export function parseScopes(text: string): SettingValue {
  const scopes = text.split(/ +/);
  return scopes.includes("openid") && scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope))
    ? { ok: true, value: scopes.join(" ") }
    : { ok: false, expected: "scopes with spaces between, openid among them" };
}

/** Parses the name of a header (RFC 9110, section 5.1) to lower case. */
export function parseHeaderName(text: string): SettingValue {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(text)
    ? { ok: true, value: text.toLowerCase() }
    : { ok: false, expected: "the name of a header, such as Remote-User" };
}

export function parsePeers(text: string): SettingValue {
  const list = text.split(",").map((part) => part.trim());
  return list.every(isRange)
    ? { ok: true, value: list }
    : { ok: false, expected: "addresses or CIDR ranges of the proxy with commas between" };
}

/** Parses rules such as `staff=desk,*=viewer`. A group may hold `=`, but no comma. */
export function parseRoleRules(text: string): SettingValue {
  const expected =
    "groups with a role each, such as scanhook-owners=owner,staff=desk,*=viewer; roles are owner, manager, desk and viewer";
  const rules = text.split(",").map((part) => {
    const at = part.lastIndexOf("=");
    const group = part.slice(0, Math.max(at, 0)).trim();
    const role = givenRoles.find((name) => name === part.slice(at + 1).trim());
    return role && isGroup(group) ? { group, role } : undefined;
  });
  const valid = rules.filter((rule) => rule !== undefined);
  return valid.length === rules.length ? { ok: true, value: valid } : { ok: false, expected };
}

/** Parses the name of a group. */
export function parseGroup(text: string): SettingValue {
  return isGroup(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the name of a group in one line" };
}

function isGroup(text: string): boolean {
  return /^[^\p{Cc}]{1,300}$/u.test(text);
}
