/** What a failed connection says to its owner: one sentence, with what to do where that is known. */
export function describeNetworkFault(
  error: unknown,
  to: { host: string; port: number | string; seconds?: number },
): string {
  const place = `${to.host.includes(":") ? `[${to.host}]` : to.host}:${to.port}`;
  for (const one of chain(error)) {
    if (one.code === "egress-refused") return one.message;
    const sentence = sentences[one.code]?.(to.host, place, to.seconds);
    if (sentence) return sentence;
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(one.code)) return tlsFault(place, one.message);
    if (/^(HPE_|HTTPParserError)/.test(one.code))
      return `${place} does not answer in HTTP; is the port right?`;
  }
  const [first] = chain(error);
  return `The connection to ${place} failed (${first?.code || first?.message || "for no known reason"}).`;
}

type Fault = { code: string; message: string };

/** An error with its causes; of several tries (happy eyeballs) each. */
function chain(error: unknown, depth = 0): Fault[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as NodeJS.ErrnoException;
  const own = { code: typeof code === "string" ? code : error.name, message: error.message };
  const tries = error instanceof AggregateError ? error.errors : [];
  return [...[...tries, error.cause].flatMap((one) => chain(one, depth + 1)), own];
}

type Sentence = (host: string, place: string, seconds?: number) => string;

const gone: Sentence = (_host, place) =>
  `${place} broke the connection off before it had answered.`;
const silent: Sentence = (_host, place, seconds) =>
  seconds === undefined
    ? `${place} did not answer in time.`
    : `${place} did not answer within ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
const unconnected: Sentence = (_host, place) =>
  `No connection with ${place} came about; is it switched on, and does no firewall stand between?`;
const unreachable: Sentence = (host) => `There is no way to ${host} in the network.`;
const unknownAuthority: Sentence = (_host, place) =>
  `The certificate of ${place} comes from an authority the hub does not know; put that authority's certificate (PEM) into “Own certificate authority”.`;
const selfSigned: Sentence = (_host, place) =>
  `The certificate of ${place} is self-signed; put it (PEM) into “Own certificate authority”.`;

const sentences: Record<string, Sentence> = {
  ENOTFOUND: (host) => `There is no host named ${host}; is it spelled right?`,
  ENODATA: (host) => `There is no host named ${host}; is it spelled right?`,
  EAI_AGAIN: (host) => `The name ${host} could not be looked up: the DNS server does not answer.`,
  EAI_FAIL: (host) => `The name ${host} could not be looked up: the DNS server failed.`,
  ESERVFAIL: (host) => `The name ${host} could not be looked up: the DNS server failed.`,
  ECONNREFUSED: (_host, place) =>
    `${place} refused the connection: nothing listens there; is the port right, is it running?`,
  ECONNRESET: gone,
  EPIPE: gone,
  UND_ERR_SOCKET: gone,
  ETIMEDOUT: unconnected,
  UND_ERR_CONNECT_TIMEOUT: unconnected,
  TimeoutError: silent,
  UND_ERR_HEADERS_TIMEOUT: silent,
  UND_ERR_BODY_TIMEOUT: silent,
  AbortError: (_host, place) => `The request to ${place} was broken off.`,
  ABORT_ERR: (_host, place) => `The request to ${place} was broken off.`,
  UND_ERR_ABORTED: (_host, place) => `The request to ${place} was broken off.`,
  UND_ERR_HEADERS_OVERFLOW: (_host, place) => `${place} answers with too many headers.`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: (_host, place) => `This machine does not let the hub connect to ${place}.`,
  EPERM: (_host, place) => `This machine does not let the hub connect to ${place}.`,
  EMFILE: () => "The hub has too many files and connections open; raise the limit of open files.",
  ENFILE: () => "The machine has too many files and connections open.",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: (_host, place) => `The certificate of ${place} has expired.`,
  CERT_NOT_YET_VALID: (_host, place) =>
    `The certificate of ${place} is not valid yet; is the clock of this machine right?`,
  CERT_REVOKED: (_host, place) => `The certificate of ${place} was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate that answers at ${host} is not for this name; use the name it is for.`,
  ERR_SSL_WRONG_VERSION_NUMBER: (_host, place) =>
    `${place} does not speak TLS; is it http instead of https, or another port?`,
};

function tlsFault(place: string, message: string): string {
  const reason = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message.split("\n", 1)[0];
  return `No secure connection with ${place} came about (${reason}).`;
}
