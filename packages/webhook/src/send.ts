import { parseChallenges, printBasic } from "./basic-authentication.ts";
import { type Outcome, parseReply, type Reply, toUnreachable } from "./outcome.ts";
import { printScan } from "./print-scan.ts";
import { readBody } from "./read-body.ts";
import { parseReceiverUrl } from "./receiver-url.ts";
import type { Scan } from "./scan.ts";

/** Where scans go, and the credentials for when it asks. */
export type Receiver = { url: string; user?: string | undefined; password?: string | undefined };

/** One step of a sending, as it happens; `ms` counts from the start. */
export type SendStep =
  | { step: "request"; ms: number }
  | { step: "challenge"; ms: number; scheme: string; realm?: string }
  | { step: "retry"; ms: number }
  | { step: "answer"; ms: number; status: number };

export type SendOptions = {
  fetch?: typeof fetch;
  /** For each request, in milliseconds. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The switch of the scan's source; false gives the outcome `off` and sends nothing. */
  enabled?: boolean;
  /** The origin of the page that sends, for the rule on `http:`; leave out on a command line. */
  pageOrigin?: string;
  onStep?: (step: SendStep) => void;
};

/** Long replies are cut there; nobody is shown more than 240 characters of them. */
const replyBytes = 16_384;

/**
 * Posts one scan once. Credentials go out only in answer to a 401 with a Basic challenge, which is the only
 * second request there is; redirects are not followed; nothing is sent again. A string is a body kept
 * from an earlier sending, to be posted as it was. Never throws: whatever happens is the outcome.
 */
export async function send(
  scan: Scan | string,
  receiver: Receiver | undefined,
  options: SendOptions = {},
): Promise<Outcome> {
  if (options.enabled === false) return { kind: "off" };
  if (!receiver?.url) return { kind: "not-configured" };
  const page = options.pageOrigin === undefined ? undefined : { origin: options.pageOrigin };
  const address = parseReceiverUrl(receiver.url, page);
  if (!address.ok) return { kind: "unreachable", cause: "network", reason: address.reason };

  const body = typeof scan === "string" ? scan : printScan(scan);
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const post = (authorization?: string) => postOnce(address.url, body, authorization, options);
  try {
    options.onStep?.({ step: "request", ms: ms() });
    const first = await post();
    const challenge = first.status === 401 ? chooseChallenge(first) : undefined;
    if (challenge) options.onStep?.({ step: "challenge", ms: ms(), ...challenge });
    if (challenge?.scheme !== "basic" || !hasCredentials(receiver)) {
      options.onStep?.({ step: "answer", ms: ms(), status: first.status });
      return await toOutcome(first, challenge, "none");
    }
    await readReply(first);
    options.onStep?.({ step: "retry", ms: ms() });
    const second = await post(printBasic(receiver.user ?? "", receiver.password ?? ""));
    options.onStep?.({ step: "answer", ms: ms(), status: second.status });
    return await toOutcome(second, challenge, "sent");
  } catch (error) {
    const { signal } = options;
    // Whoever cancels may give any reason; only that of a time-out is an outcome of its own.
    return toUnreachable(signal?.aborted && error === signal.reason ? toCancelled(error) : error);
  }
}

function toCancelled(reason: unknown): unknown {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? reason : new DOMException("Cancelled.", "AbortError");
}

function postOnce(
  url: URL,
  body: string,
  authorization: string | undefined,
  options: SendOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (authorization) headers.authorization = authorization;
  return (options.fetch ?? fetch)(url, {
    method: "POST",
    headers,
    // Bytes, not a string: with a string, fetch would add a charset to the content type.
    body: new TextEncoder().encode(body),
    redirect: "manual",
    ...browserRules(),
    signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
  });
}

/** The browser must neither add its own credentials nor ask for them. Runtimes without cookies lack these. */
function browserRules(): RequestInit {
  if (!("credentials" in Request.prototype)) return {};
  return { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" };
}

type Challenge = { scheme: string; realm?: string };

function chooseChallenge(answer: Response): Challenge | undefined {
  const challenges = parseChallenges(answer.headers.get("www-authenticate"));
  return challenges.find(({ scheme }) => scheme === "basic") ?? challenges[0];
}

function hasCredentials({ user, password }: Receiver): boolean {
  return Boolean(user) || Boolean(password);
}

async function toOutcome(
  answer: Response,
  challenge: Challenge | undefined,
  credentials: "none" | "sent",
): Promise<Outcome> {
  if (answer.type === "opaqueredirect") {
    // A page is shown neither the status nor the address of a redirect.
    return { kind: "refused", status: 0, reason: sentences.redirect() };
  }
  const { status } = answer;
  const reply = await readReply(answer);
  const said = reply ? { reply } : {};
  if (answer.ok) return { kind: "accepted", status, ...said };
  const location = answer.headers.get("location");
  if (status >= 300 && status < 400) {
    const reason = sentences.redirect(location);
    return { kind: "refused", status, reason, ...said, ...(location ? { location } : {}) };
  }
  const reason = status === 401 ? unauthorized(challenge, credentials) : sentences.status(status);
  return { kind: "refused", status, reason, ...said };
}

function unauthorized(challenge: Challenge | undefined, credentials: "none" | "sent"): string {
  if (credentials === "sent") return sentences.wrongCredentials;
  if (!challenge) return sentences.noChallenge;
  return challenge.scheme === "basic"
    ? sentences.credentialsNeeded
    : sentences.otherScheme(challenge.scheme);
}

const sentences = {
  redirect: (location?: string | null) =>
    `The receiver redirects${location ? ` to ${location}` : ""}; redirects are not followed. Enter the final address.`,
  status: (status: number) => `The receiver answered ${status}.`,
  wrongCredentials: "The receiver did not accept the username and password.",
  credentialsNeeded: "The receiver wants a username and password; none were given.",
  noChallenge:
    "The receiver answered 401 without saying which log-in it wants (no WWW-Authenticate header), so none was sent.",
  otherScheme: (scheme: string) =>
    `The receiver wants the log-in scheme “${scheme}”; only Basic is supported. Put a hub or proxy in between that translates.`,
};

/** A reply is a courtesy: one that is late, broken or endless changes nothing. */
async function readReply(answer: Response): Promise<Reply | undefined> {
  try {
    const { bytes } = await readBody(answer.body, replyBytes);
    return parseReply(new TextDecoder().decode(bytes), answer.headers.get("content-type"));
  } catch {
    return undefined;
  }
}
