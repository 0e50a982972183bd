/**
 * Describes a failed connection for the owner of the hub, in one or two sentences, with advice if
 * the cause is known. `to.seconds` is the timeout of the request.
 */
export function describeNetworkFault(
  error: unknown,
  to: { host: string; port: number | string; seconds?: number },
): string {
  const address = formatAddress(to);
  for (const { code, message } of listFaults(error)) {
    if (code === "egress-refused") return message;
    const description = descriptions[code]?.(to.host, address, to.seconds);
    if (description) return description;
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code)) return describeTlsFault(address, message);
    if (/^(HPE_|HTTPParserError)/.test(code))
      return `${address} does not speak HTTP. Check the port.`;
  }
  const [first] = listFaults(error);
  return `The connection to ${address} failed (${first?.code || first?.message || "for an unknown reason"}).`;
}

/** Returns the host and port, with brackets around an IPv6 address. */
export function formatAddress({ host, port }: { host: string; port: number | string }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

type Fault = { code: string; message: string };

/**
 * Lists an error and its causes, the innermost first. An AggregateError has one cause for each
 * address that was tried.
 */
function listFaults(error: unknown, depth = 0): Fault[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as NodeJS.ErrnoException;
  const fault = { code: typeof code === "string" ? code : error.name, message: error.message };
  const attempts = error instanceof AggregateError ? error.errors : [];
  const nested = [...attempts, error.cause].flatMap((part) => listFaults(part, depth + 1));
  return [...nested, fault];
}

type Describe = (host: string, address: string, seconds?: number) => string;

const gone: Describe = (_host, address) => `${address} closed the connection before it responded.`;
const silent: Describe = (_host, address, seconds) =>
  seconds === undefined
    ? `${address} did not answer in time.`
    : `${address} did not answer within ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
const unconnected: Describe = (_host, address) =>
  `No connection to ${address} could be opened. Check that it is switched on and that no firewall blocks it.`;
const unreachable: Describe = (host) => `The network has no route to ${host}.`;
const unknownAuthority: Describe = (_host, address) =>
  `The certificate of ${address} comes from an authority the hub does not know; put that authority's certificate (PEM) into “Own certificate authority”.`;
const selfSigned: Describe = (_host, address) =>
  `The certificate of ${address} is self-signed; put it (PEM) into “Own certificate authority”.`;

const descriptions: Record<string, Describe> = {
  ENOTFOUND: (host) => `There is no host named ${host}. Check the spelling.`,
  ENODATA: (host) => `There is no host named ${host}. Check the spelling.`,
  EAI_AGAIN: (host) =>
    `The name ${host} could not be looked up, because the DNS server does not respond.`,
  EAI_FAIL: (host) => `The name ${host} could not be looked up, because the DNS server failed.`,
  ESERVFAIL: (host) => `The name ${host} could not be looked up, because the DNS server failed.`,
  ECONNREFUSED: (_host, address) =>
    `${address} refused the connection: nothing listens there; is the port right, is it running?`,
  ECONNRESET: gone,
  EPIPE: gone,
  UND_ERR_SOCKET: gone,
  ETIMEDOUT: unconnected,
  UND_ERR_CONNECT_TIMEOUT: unconnected,
  TimeoutError: silent,
  UND_ERR_HEADERS_TIMEOUT: silent,
  UND_ERR_BODY_TIMEOUT: silent,
  AbortError: (_host, address) => `The request to ${address} was canceled.`,
  ABORT_ERR: (_host, address) => `The request to ${address} was canceled.`,
  UND_ERR_ABORTED: (_host, address) => `The request to ${address} was canceled.`,
  UND_ERR_HEADERS_OVERFLOW: (_host, address) => `${address} sends too many headers.`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: (_host, address) => `This machine does not let the hub connect to ${address}.`,
  EPERM: (_host, address) => `This machine does not let the hub connect to ${address}.`,
  EMFILE: () => "The hub has too many open files and connections. Raise the limit of open files.",
  ENFILE: () => "The machine has too many open files and connections.",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: (_host, address) => `The certificate of ${address} has expired.`,
  CERT_NOT_YET_VALID: (_host, address) =>
    `The certificate of ${address} is not valid yet. Check the clock of this machine.`,
  CERT_REVOKED: (_host, address) => `The certificate of ${address} was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate of ${host} is for another name. Use the name in the certificate.`,
  ERR_SSL_WRONG_VERSION_NUMBER: (_host, address) =>
    `${address} does not speak TLS. Try http instead of https, or another port.`,
};

function describeTlsFault(address: string, message: string): string {
  const reason = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message.split("\n", 1)[0];
  return `No secure connection to ${address} could be opened (${reason}).`;
}
