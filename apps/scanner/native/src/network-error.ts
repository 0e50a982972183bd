/** The error codes of Node by the class of Android's exception. */
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
 * The error codes of Node by the text of a message. iOS gives only the domain of the error and
 * Foundation's message in the language of the app, which is always English because the bundle has
 * no other language. Android's IOException has only a message, too.
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
 * Converts an error of CapacitorHttp to an error with a code of Node, as `send()` of
 * packages/webhook expects. Unknown errors get `ENETUNREACH`.
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
