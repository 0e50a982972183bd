/**
 * Returns why a user cannot set a header of this name (RFC 9110, section 5.1), as one sentence;
 * undefined if the name is valid.
 */
export function findHeaderNameProblem(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/.test(name)) {
    return `“${name}” cannot be the name of a header. Use letters, digits and dashes, without spaces.`;
  }
  return connectionHeaders.has(name.toLowerCase())
    ? `The hub sets the header “${name}” itself, because the connection needs it. Leave it out.`
    : undefined;
}

const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
