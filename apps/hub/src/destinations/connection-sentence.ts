/** One sentence about a TCP or TLS connection that did not come about or broke. */
export function toConnectionSentence(name: string, error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `${name} ${reasons.timeout}`;
  const said = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = signs.find(([sign]) => sign.test(`${code} ${said}`));
  if (known) return `${name} ${reasons[known[1]]}`;
  // What the egress guard says is a sentence of its own.
  if (said.endsWith(".")) return said;
  return `${name} could not be reached: ${said}.`;
}

const reasons = {
  timeout: "did not answer in time.",
  refused: "refuses connections; is it running, and is the port right?",
  broken: "broke the connection off.",
  unknown: "has a name that cannot be resolved; check its spelling.",
  unreachable: "cannot be reached from here.",
  authority: "shows a certificate of an unknown authority; enter its CA certificate.",
  name: "shows a certificate for another name; check the host.",
  expired: "shows a certificate that has expired.",
  plain: "does not speak TLS on this port; check port and security.",
} as const;

/** Codes where there are any; libraries between put their own in place of those of TLS, but keep the text. */
const signs: readonly (readonly [RegExp, keyof typeof reasons])[] = [
  [/ECONNREFUSED/, "refused"],
  [/ECONNRESET|EPIPE/, "broken"],
  [/ENOTFOUND|EAI_AGAIN/, "unknown"],
  [/ETIMEDOUT/, "timeout"],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, "unreachable"],
  [/ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/, "name"],
  [/CERT_HAS_EXPIRED|certificate has expired/, "expired"],
  [/self.signed certificate|local issuer certificate|verify the first certificate/i, "authority"],
  [/ERR_SSL_WRONG_VERSION_NUMBER|wrong version number|EPROTO/i, "plain"],
];
