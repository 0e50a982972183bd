/** What Android names by the class of its exception. */
const exceptions: Record<string, string> = {
  UnknownHostException: "ENOTFOUND",
  ConnectException: "ECONNREFUSED",
  SocketTimeoutException: "ETIMEDOUT",
  NoRouteToHostException: "EHOSTUNREACH",
  SocketException: "ECONNRESET",
  EOFException: "ECONNRESET",
  SSLException: "ERR_SSL",
  SSLHandshakeException: "ERR_SSL",
  SSLProtocolException: "ERR_SSL",
  SSLPeerUnverifiedException: "ERR_SSL",
};

/**
 * iOS gives its error's domain and the sentence of Foundation, in the app's language: the bundle is English only, so
 * that the sentence is as well. Android's own IOException says only a sentence, too.
 */
const sentences: readonly [RegExp, string][] = [
  [/hostname could not be found/i, "ENOTFOUND"],
  [/ssl error|certificate|secure connection/i, "ERR_SSL"],
  [/could not connect to the server/i, "ECONNREFUSED"],
  [/timed out|timeout/i, "ETIMEDOUT"],
  [/connection was lost|unexpected end of stream|connection reset/i, "ECONNRESET"],
  [/appears to be offline|unreachable/i, "ENETUNREACH"],
];

/** What CapacitorHttp failed with, under the code that Node gives the same, which is what send() knows. */
export function toNetworkError(error: unknown): Error {
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const text = typeof message === "string" ? message : String(error);
  const found =
    (typeof code === "string" ? exceptions[code] : undefined) ??
    sentences.find(([pattern]) => pattern.test(text))?.[1] ??
    "ENETUNREACH";
  return Object.assign(new Error(text), { code: found });
}
