import { formatBasic, parseChallenges } from "./basic-authentication.ts";
import { chooseBrowserOptions } from "./browser-options.ts";
import { decodeText } from "./decode-text.ts";
import {
  type LogInProblem,
  type Outcome,
  parseReply,
  type Reply,
  toUnreachable,
} from "./outcome.ts";
import { readBody } from "./read-body.ts";
import { parseReceiverUrl } from "./receiver-url.ts";
import type { Scan } from "./scan.ts";
import { serializeScan } from "./serialize-scan.ts";
import { parseVerdict, type Verdict, verdictType } from "./verdict.ts";

/** The receiver's URL, and the credentials to send if it asks for them. */
export type Receiver = { url: string; user?: string | undefined; password?: string | undefined };

/** One step of sending a scan; `ms` is the time since the start in milliseconds. */
export type SendStep =
  | { step: "request"; ms: number }
  | { step: "challenge"; ms: number; scheme: string; realm?: string }
  | { step: "retry"; ms: number }
  | { step: "answer"; ms: number; status: number };

export type SendOptions = {
  fetch?: typeof fetch | undefined;
  /** The time limit of each request in milliseconds, 15,000 by default. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The switch of the scan's source. If false, nothing is sent and the outcome is `off`. */
  enabled?: boolean | undefined;
  /**
   * The origin of the sending page, which decides whether `http:` is allowed. Omit it on a command
   * line.
   */
  pageOrigin?: string | undefined;
  /** Parameters to add to the query of the receiver URL, in place of those with the same names. */
  query?: Readonly<Record<string, string>> | undefined;
  onStep?: ((step: SendStep) => void) | undefined;
};

/** Tells a hub that this sender shows verdicts. All other responses are accepted too. */
const accept = `${verdictType}, application/json;q=0.9, */*;q=0.8`;

/**
 * Longer replies are cut off. At most 240 characters of a reply are shown, but a verdict may have
 * a hundred questions.
 */
const maxReplyBytes = 1_048_576;

/**
 * Posts a scan once and returns the outcome. Never throws. The only second request is the response
 * to a 401 with a Basic challenge, and only that request carries credentials. Redirects are not
 * followed, and nothing is retried. If `scan` is a string, it is the stored body of an earlier
 * request and is posted unchanged.
 */
export async function send(
  scan: Scan | string,
  receiver: Receiver | undefined,
  options: SendOptions = {},
): Promise<Outcome> {
  if (options.enabled === false) return { kind: "off" };
  if (!receiver?.url) return { kind: "not-configured" };
  const page = options.pageOrigin === undefined ? undefined : { origin: options.pageOrigin };
  const parsedUrl = parseReceiverUrl(receiver.url, page);
  if (!parsedUrl.ok) return { kind: "unreachable", cause: "network", reason: parsedUrl.reason };

  const body = typeof scan === "string" ? scan : serializeScan(scan);
  const startedAt = performance.now();
  const measureElapsedMs = () => Math.round(performance.now() - startedAt);
  const url = addQuery(parsedUrl.url, options.query);
  const post = (authorization?: string) => postOnce(url, body, authorization, options);
  try {
    options.onStep?.({ step: "request", ms: measureElapsedMs() });
    const response = await post();
    const challenge = response.status === 401 ? chooseChallenge(response) : undefined;
    if (challenge) options.onStep?.({ step: "challenge", ms: measureElapsedMs(), ...challenge });
    if (challenge?.scheme !== "basic" || !hasCredentials(receiver)) {
      options.onStep?.({ step: "answer", ms: measureElapsedMs(), status: response.status });
      return await readOutcome(response, challenge, "none");
    }
    await readReply(response);
    options.onStep?.({ step: "retry", ms: measureElapsedMs() });
    const authorizedResponse = await post(
      formatBasic(receiver.user ?? "", receiver.password ?? ""),
    );
    options.onStep?.({ step: "answer", ms: measureElapsedMs(), status: authorizedResponse.status });
    return await readOutcome(authorizedResponse, challenge, "sent");
  } catch (error) {
    const { signal } = options;
    // A caller may abort with any reason, so everything but a timeout counts as cancelled.
    return toUnreachable(signal?.aborted && error === signal.reason ? toAbortError(error) : error);
  }
}

/** Returns a URL with further parameters. The rest of its query stays as it was typed. */
function addQuery(url: URL, query: SendOptions["query"] = {}): URL {
  const added = new URLSearchParams(query).toString();
  if (added === "") return url;
  const result = new URL(url);
  for (const name of Object.keys(query)) {
    if (result.searchParams.has(name)) result.searchParams.delete(name);
  }
  result.search += `${result.search === "" ? "?" : "&"}${added}`;
  return result;
}

function toAbortError(reason: unknown): unknown {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? reason : new DOMException("Cancelled.", "AbortError");
}

async function postOnce(
  url: URL,
  body: string,
  authorization: string | undefined,
  options: SendOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
  const headers: Record<string, string> = { "content-type": "application/json", accept };
  if (authorization) headers.authorization = authorization;
  try {
    return await (options.fetch ?? fetch)(url, {
      method: "POST",
      headers,
      // Encoded, because fetch adds a charset to the content type of a string body.
      body: new TextEncoder().encode(body),
      redirect: "manual",
      ...chooseBrowserOptions(),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
  } catch (error) {
    // Chrome before 124 gives the error of a timeout the name of a cancellation.
    const isTimeout = timeout.aborted && !options.signal?.aborted;
    throw isTimeout ? new DOMException("Timed out.", "TimeoutError") : error;
  }
}

type Challenge = { scheme: string; realm?: string };

function chooseChallenge(response: Response): Challenge | undefined {
  const challenges = parseChallenges(response.headers.get("www-authenticate"));
  return challenges.find(({ scheme }) => scheme === "basic") ?? challenges[0];
}

function hasCredentials({ user, password }: Receiver): boolean {
  return Boolean(user) || Boolean(password);
}

async function readOutcome(
  response: Response,
  challenge: Challenge | undefined,
  credentials: "none" | "sent",
): Promise<Outcome> {
  if (response.type === "opaqueredirect") {
    // Browsers hide the status and the address of a redirect from pages.
    return { kind: "refused", status: 0, reason: reasons.redirect() };
  }
  const { status } = response;
  const answer = await readReply(response);
  if (response.ok) return { kind: "accepted", status, ...answer };
  const { verdict, ...reply } = answer;
  if (status >= 300 && status < 400) {
    const location = response.headers.get("location");
    const reason = reasons.redirect(location);
    const refused = { kind: "refused", status, reason, ...reply } as const;
    return location ? { ...refused, location } : refused;
  }
  if (status !== 401) return { kind: "refused", status, reason: reasons.status(status), ...reply };
  const logIn = findLogInProblem(challenge, credentials, response.type);
  return { kind: "refused", status, reason: explainLogIn(logIn), logIn, ...reply };
}

function findLogInProblem(
  challenge: Challenge | undefined,
  credentials: "none" | "sent",
  responseType: Response["type"],
): LogInProblem {
  if (credentials === "sent") return { problem: "wrong" };
  // A page sees the challenge of another origin only if that exposes it (Fetch standard, CORS
  // protocol).
  if (!challenge) return { problem: responseType === "cors" ? "hidden" : "not-asked" };
  const { scheme } = challenge;
  return scheme === "basic" ? { problem: "missing" } : { problem: "other-scheme", scheme };
}

function explainLogIn(logIn: LogInProblem): string {
  return logIn.problem === "other-scheme"
    ? reasons.otherScheme(logIn.scheme)
    : reasons[logIn.problem];
}

const reasons = {
  redirect: (location?: string | null) =>
    `The receiver redirects${location ? ` to ${location}` : ""}; redirects are not followed. Enter the final URL as the receiver URL.`,
  status: (status: number) => `The receiver answered ${status}.`,
  wrong: "The receiver did not accept the username and password.",
  missing: "The receiver wants a username and password; none were given.",
  "not-asked":
    "The receiver answered 401 without saying which log-in it wants (no WWW-Authenticate header), so none was sent.",
  hidden:
    "The receiver answered 401, and this page cannot see which log-in it wants, so none was sent. Let the receiver add the header Access-Control-Expose-Headers: WWW-Authenticate.",
  otherScheme: (scheme: string) =>
    `The receiver wants the log-in scheme “${scheme}”; only Basic is supported. Put a hub or proxy in between to translate.`,
};

type Answer = { reply?: Reply; verdict?: Verdict };

/**
 * Reads the reply and the verdict, if there are any. The status alone decides the outcome, so a
 * late, broken or endless reply is ignored.
 */
async function readReply(response: Response): Promise<Answer> {
  const answer: Answer = {};
  try {
    const { bytes, isComplete } = await readBody(response, maxReplyBytes);
    const contentType = response.headers.get("content-type");
    const body = decodeText(bytes, contentType, { isComplete });
    const reply = parseReply(body, contentType);
    const verdict = contentType?.startsWith(verdictType) ? parseVerdict(body) : undefined;
    if (reply) answer.reply = reply;
    if (verdict) answer.verdict = verdict;
  } catch {
    // The response has no body that can be read.
  }
  return answer;
}
