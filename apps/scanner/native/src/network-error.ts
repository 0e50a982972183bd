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
 * The error codes of Node by the number of Foundation's error, whose message is in the language of
 * the phone. See developer.apple.com/documentation/foundation/urlerror/code.
 */
const urlErrorCodes: Record<string, string> = {
  "-1001": "ETIMEDOUT",
  "-1003": "ENOTFOUND",
  "-1004": "ECONNREFUSED",
  "-1005": "ECONNRESET",
  "-1006": "ENOTFOUND",
  "-1022": "ERR_SSL",
  "-1200": "ERR_SSL",
  "-1201": "ERR_SSL",
  "-1202": "ERR_SSL",
  "-1203": "ERR_SSL",
  "-1204": "ERR_SSL",
  "-1205": "ERR_SSL",
  "-1206": "ERR_SSL",
};

/** The error codes of Node by the message of Android's IOException, which has only a message. */
const messageCodes: readonly [RegExp, string][] = [
  [/ssl error|certificate/i, "ERR_SSL"],
  [/timed out|timeout/i, "ETIMEDOUT"],
  [/unexpected end of stream|connection reset/i, "ECONNRESET"],
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
  const name = typeof code === "string" ? code : "";
  const nodeCode =
    exceptionCodes[name] ??
    urlErrorCodes[name.replace("NSURLErrorDomain ", "")] ??
    messageCodes.find(([pattern]) => pattern.test(text))?.[1] ??
    "ENETUNREACH";
  return Object.assign(new Error(text), { code: nodeCode });
}
