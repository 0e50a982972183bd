/** The codes of Node for Android's exceptions by class. */
const exceptionCodes: Record<string, string> = {
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
 * The codes of Node for error messages. iOS gives only the error's domain and Foundation's message
 * in the language of the app, which is always English because the bundle has no other language.
 * Android's IOException has only a message, too.
 */
const messageCodes: readonly [RegExp, string][] = [
  [/hostname could not be found/i, "ENOTFOUND"],
  [/ssl error|certificate|secure connection/i, "ERR_SSL"],
  [/could not connect to the server/i, "ECONNREFUSED"],
  [/timed out|timeout/i, "ETIMEDOUT"],
  [/connection was lost|unexpected end of stream|connection reset/i, "ECONNRESET"],
  [/appears to be offline|unreachable/i, "ENETUNREACH"],
];

/**
 * Converts an error of CapacitorHttp to one with the code that Node uses, which `send()` of
 * packages/webhook knows.
 */
export function toNetworkError(error: unknown): Error {
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const text = typeof message === "string" ? message : String(error);
  const nodeCode =
    (typeof code === "string" ? exceptionCodes[code] : undefined) ??
    messageCodes.find(([pattern]) => pattern.test(text))?.[1] ??
    "ENETUNREACH";
  return Object.assign(new Error(text), { code: nodeCode });
}
