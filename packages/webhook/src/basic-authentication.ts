/**
 * Reads `Basic` credentials from an `Authorization` header. Their encoding is not known (RFC 7617,
 * 2): bytes that are not UTF-8 are decoded as ISO-8859-1, which old senders use. Returns undefined
 * if the header holds no such credentials.
 */
export function parseBasic(
  header: string | null | undefined,
): { user: string; password: string } | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  try {
    const latin1 = atob(encoded);
    const text = decodeUtf8(latin1) ?? latin1;
    const colon = text.indexOf(":");
    if (colon < 0) return undefined;
    return { user: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** Decodes bytes that are given as characters. Returns undefined if they are not UTF-8. */
function decodeUtf8(latin1: string): string | undefined {
  try {
    const bytes = new Uint8Array(latin1.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = latin1.charCodeAt(index);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns an `Authorization` header with `Basic` credentials in UTF-8 (RFC 7617 2.1). The user must
 * not contain a colon.
 */
export function formatBasic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

/**
 * Returns a `WWW-Authenticate` header that asks for `Basic` credentials in UTF-8 (RFC 7617 2.1).
 */
export function formatBasicChallenge(realm: string): string {
  return `Basic realm="${realm.replace(/["\\]/g, "\\$&")}", charset="UTF-8"`;
}

const tokenSource = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameterPattern = new RegExp(
  `^\\s*(${tokenSource})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${tokenSource}))\\s*(?=,|$)`,
);
/** Captures the scheme, and the space after it unless a comma or the end of the header follows. */
const schemePattern = new RegExp(`^\\s*(${tokenSource})(?:\\s*(?=,|$)|(\\s+))`);
const maxChallengesLength = 16_384;
const token68Pattern = /^[A-Za-z0-9._~+/-]+=*\s*(?=,|$)/;

/**
 * Reads the challenges of a `WWW-Authenticate` header, which may hold several (RFC 9110 11.6.1).
 * Scheme names are returned in lower case. The list ends at the first challenge that cannot be
 * parsed. Only the first 16,384 characters are read, because programs accept no more in all headers
 * together.
 */
export function parseChallenges(
  header: string | null | undefined,
): { scheme: string; realm?: string }[] {
  const challenges: { scheme: string; realm?: string }[] = [];
  let remaining = header?.slice(0, maxChallengesLength) ?? "";
  const takeMatch = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(remaining);
    if (match) remaining = remaining.slice(match[0].length).replace(/^[\s,]+/, "");
    return match;
  };
  remaining = remaining.replace(/^[\s,]+/, "");
  while (remaining) {
    const [, scheme, space] = takeMatch(schemePattern) ?? [];
    if (!scheme) break;
    const challenge: { scheme: string; realm?: string } = { scheme: scheme.toLowerCase() };
    challenges.push(challenge);
    let hasParameters = false;
    for (let match = takeMatch(parameterPattern); match; match = takeMatch(parameterPattern)) {
      hasParameters = true;
      const value = match[2]?.replace(/\\(.)/g, "$1") ?? match[3] ?? "";
      if (match[1]?.toLowerCase() === "realm") challenge.realm = value;
    }
    // A scheme has parameters or one token68 (RFC 9110 11.3). After a comma, a word is the next
    // scheme.
    if (space && !hasParameters) takeMatch(token68Pattern);
  }
  return challenges;
}
