/** `Basic` credentials of an `Authorization` header (RFC 7617, read as UTF-8); undefined when it holds none. */
export function parseBasic(
  header: string | null | undefined,
): { user: string; password: string } | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    if (colon < 0) return undefined;
    return { user: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** An `Authorization` header with `Basic` credentials in UTF-8 (RFC 7617 2.1). The user may hold no colon. */
export function printBasic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = new RegExp(
  `^\\s*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))\\s*(?=,|$)`,
);
const scheme = new RegExp(`^\\s*(${token})(?:\\s+|(?=,|$))`);
const token68 = /^[A-Za-z0-9._~+/-]+=*\s*(?=,|$)/;

/**
 * The challenges of a `WWW-Authenticate` header, several in one header included (RFC 9110 11.6.1).
 * Scheme names are lower case. What cannot be read ends the list.
 */
export function parseChallenges(
  header: string | null | undefined,
): { scheme: string; realm?: string }[] {
  const challenges: { scheme: string; realm?: string }[] = [];
  let rest = header ?? "";
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length).replace(/^[\s,]+/, "");
    return match;
  };
  rest = rest.replace(/^[\s,]+/, "");
  while (rest) {
    const name = take(scheme)?.[1];
    if (!name) break;
    const challenge: { scheme: string; realm?: string } = { scheme: name.toLowerCase() };
    challenges.push(challenge);
    for (let match = take(parameter); match; match = take(parameter)) {
      const value = match[2]?.replace(/\\(.)/g, "$1") ?? match[3] ?? "";
      if (match[1]?.toLowerCase() === "realm") challenge.realm = value;
    }
    if (challenge.realm === undefined && !new RegExp(`^${token}\\s+`).test(rest)) take(token68);
  }
  return challenges;
}
