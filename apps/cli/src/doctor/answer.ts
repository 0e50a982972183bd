import {
  codeScan,
  type Outcome,
  parseChallenges,
  type Scan,
  send,
  type UnreachableCause,
} from "@scanhook/webhook";
import { type CheckResult, failed, passed, warned } from "./check.ts";
import { createRecordingFetch, type Exchange } from "./exchange.ts";
import { adviseOnHubError, parseHubError } from "./hub.ts";
import { findKnownPitfall } from "./known-receivers.ts";

export type DoctorOptions = {
  url: URL;
  user?: string | undefined;
  password?: string | undefined;
  /** The origin of the web page that would send. A browser names it in the header Origin. */
  origin: string;
  timeoutMs: number;
};

export type ResponseCheck = {
  checks: CheckResult[];
  exchanges: Exchange[];
  outcome: Outcome;
  scan: Scan;
};

/** Sends one scan as the app does, and explains the response at each step. */
export async function checkResponse(options: DoctorOptions): Promise<ResponseCheck> {
  const scan = codeScan({ content: "Scanhook doctor" });
  const sentAsPage = await post(options, scan, { origin: options.origin });
  const { checks, outcome, exchanges } = sentAsPage;
  const lastExchange = exchanges.at(-1);
  if (outcome.kind === "refused" && lastExchange?.status === 403) {
    // Some servers refuse everything from a web page on another address. The scan was not accepted,
    // so it may be sent again.
    const sentAsApp = await post(options, scan, {});
    if (sentAsApp.outcome.kind === "accepted") {
      const refused = warned(
        "answer",
        `The receiver refuses (403) a scan from a web page on another address (${options.origin}). It accepts the same scan without an Origin header.`,
        "Allow that origin on the receiver, or put a Scanhook hub in front. This does not affect native apps.",
      );
      return { ...sentAsApp, checks: [...sentAsApp.checks, refused], scan };
    }
  }
  checks.push(...explainOutcome(options, sentAsPage));
  return { ...sentAsPage, scan };
}

type PostResult = { checks: CheckResult[]; exchanges: Exchange[]; outcome: Outcome };

async function post(
  options: DoctorOptions,
  scan: Scan,
  headers: Record<string, string>,
): Promise<PostResult> {
  const { url, user, password, timeoutMs } = options;
  const exchanges: Exchange[] = [];
  let cause: unknown;
  const record = createRecordingFetch(exchanges, headers);
  const outcome = await send(
    scan,
    { url: url.href, user, password },
    {
      timeoutMs,
      fetch: async (input, init) => {
        try {
          return await record(input, init);
        } catch (error) {
          cause = error;
          throw error;
        }
      },
    },
  );
  return {
    checks: checkLogin(options, exchanges),
    exchanges,
    outcome: explainBadPort(outcome, cause),
  };
}

/** Explains that browsers and Node never connect to certain ports (Fetch, "bad port"). */
function explainBadPort(outcome: Outcome, error: unknown): Outcome {
  const cause = error instanceof Error ? error.cause : undefined;
  return outcome.kind === "unreachable" && cause instanceof Error && cause.message === "bad port"
    ? {
        ...outcome,
        reason: "Browsers never connect to this port. Let the receiver use another port.",
      }
    : outcome;
}

/** Checks the challenge of the receiver and its response to the credentials. */
function checkLogin({ user }: DoctorOptions, exchanges: Exchange[]): CheckResult[] {
  const [firstExchange, secondExchange] = exchanges;
  if (!firstExchange) return [];
  const challenges = parseChallenges(firstExchange.headers.get("www-authenticate"));
  const basic = challenges.find(({ scheme }) => scheme === "basic");
  if (firstExchange.status === 401 && basic) {
    const challengeCheck = passed(
      "log-in",
      `The receiver asks for a user name and password (Basic, “${basic.realm ?? ""}”)`,
    );
    if (user === undefined) {
      const text = "No user name and password were given, so the scan was not accepted.";
      const advice = "Repeat the check with --user and --password.";
      return [challengeCheck, warned("log-in", text, advice)];
    }
    return secondExchange?.status === 401
      ? [
          challengeCheck,
          failed(
            "log-in",
            `The receiver does not accept this user name and password (user ${user}).`,
            "Check the user name and password for typing errors, and check that they belong to this receiver URL.",
          ),
        ]
      : [challengeCheck];
  }
  if (firstExchange.status === 401) {
    const schemes = challenges.map(({ scheme }) => scheme).join(", ");
    return [
      failed(
        "log-in",
        schemes
          ? `The receiver asks for the log-in “${schemes}”. The app supports only Basic.`
          : "The receiver responds with 401 without WWW-Authenticate. This receiver never challenges, so the app never sends the password.",
        hubInFront,
      ),
    ];
  }
  if (firstExchange.status === 403 || (firstExchange.status === 400 && user !== undefined)) {
    return [
      failed(
        "log-in",
        `The receiver refuses (${firstExchange.status}) instead of asking for the password with 401. This receiver never challenges, so the app never sends a password.`,
        hubInFront,
      ),
    ];
  }
  if (isAccepted(firstExchange.status) && user !== undefined) {
    return [
      warned(
        "log-in",
        "The receiver never asks for the user name and password. It accepts scans from everybody who knows the receiver URL.",
        "If that is not intended, switch on Basic authentication at the receiver, or put a Scanhook hub in front.",
      ),
    ];
  }
  return isAccepted(firstExchange.status)
    ? [passed("log-in", "The receiver accepts scans without a log-in")]
    : [];
}

const hubInFront =
  'Put a Scanhook hub in front and let it forward scans, or let the receiver (or its proxy) respond with 401 and WWW-Authenticate: Basic realm="scans".';

function explainOutcome(options: DoctorOptions, posted: PostResult): CheckResult[] {
  const { outcome, exchanges, checks } = posted;
  const lastExchange = exchanges.at(-1);
  if (outcome.kind === "accepted" && lastExchange)
    return checkAccepted(options.url, outcome, lastExchange);
  if (outcome.kind === "unreachable") {
    const seconds = options.timeoutMs / 1000;
    return [
      outcome.cause === "timeout"
        ? failed(
            "answer",
            `The receiver does not respond within ${seconds} seconds.`,
            "Let the receiver respond first (204) and do its work afterwards. The app gives up after 15 seconds.",
          )
        : failed("answer", outcome.reason, adviseOnSilence(options.url, outcome)),
    ];
  }
  // A refusal that the log-in check has explained needs no second sentence.
  if (!lastExchange || checks.some(({ level }) => level !== "ok")) return [];
  const advice =
    adviseOnHubError(options.url, lastExchange) ??
    findKnownPitfall(options.url, lastExchange) ??
    adviseOnStatus(lastExchange.status);
  const location = outcome.kind === "refused" && outcome.location;
  const text = location
    ? `The receiver redirects (${lastExchange.status}) to ${location}. The app does not follow redirects.`
    : `The receiver refuses the scan with ${lastExchange.status}.${quoteReply(lastExchange)}`;
  return [failed("answer", text, location ? adviseOnRedirect(options.url, location) : advice)];
}

function checkAccepted(
  url: URL,
  outcome: Extract<Outcome, { kind: "accepted" }>,
  lastExchange: Exchange,
): CheckResult[] {
  const reply = outcome.reply ? `. The receiver says: ${outcome.reply.text}` : "";
  const acceptedCheck = passed(
    "answer",
    `One scan with the content “Scanhook doctor” was sent and accepted (${outcome.status})${reply}`,
  );
  const checks = [acceptedCheck];
  if (/^text\/html/i.test(lastExchange.headers.get("content-type") ?? "")) {
    checks.push(
      warned(
        "answer",
        "The response is a web page, so the receiver URL may be that of a log-in or start page instead of a receiver.",
        "Check whether the scan arrived, and check the path of the receiver URL.",
      ),
    );
  }
  if (outcome.reply?.warning) {
    const advice =
      "Look for the reason in the receiver's log. The app still counts the scan as sent.";
    checks.push(
      warned("answer", 'The receiver accepts the scan, but responds with "ok": false.', advice),
    );
  }
  const pitfall = findKnownPitfall(url, lastExchange);
  if (pitfall)
    checks.push(
      warned(
        "answer",
        `At this receiver, the status ${lastExchange.status} does not prove that it handled the scan.`,
        pitfall,
      ),
    );
  return checks;
}

function adviseOnSilence({ protocol }: URL, { cause }: { cause: UnreachableCause }): string {
  return cause === "reset" && protocol === "http:"
    ? "If this port is for https, begin the receiver URL with https://. Otherwise look at the receiver's log."
    : "Look at the receiver's log.";
}

function adviseOnRedirect(url: URL, location: string): string {
  const final = URL.parse(location, url.href);
  return final
    ? `Use the final receiver URL: ${final.href}`
    : "Use the final URL as the receiver URL.";
}

function adviseOnStatus(status: number): string {
  const adviceByStatus: Record<number, string> = {
    400: "The receiver does not accept the JSON of a scan. Look at its log.",
    404: "There is nothing at this path. Compare the receiver URL with the one the receiver shows.",
    405: "This path does not accept POST. Compare the receiver URL with the one the receiver shows.",
    410: "This receiver URL was closed. Get a new one from the receiver.",
    413: "Let the receiver accept bodies of at least 64 kB.",
    415: "Let the receiver accept Content-Type: application/json.",
    422: "The receiver expects other fields than those of a scan: identifier, date, content.",
    429: "The receiver gets too many requests. Wait, or raise its limit.",
    503: "The receiver (or what is behind the proxy) is not ready. Try again in a minute.",
  };
  const broken = "The receiver or the proxy in front of it has a problem. Look at its log.";
  return adviceByStatus[status] ?? (status >= 500 ? broken : "Look at the receiver's log.");
}

/**
 * Quotes the beginning of the receiver's reply without control characters. Leaves out web pages.
 */
function quoteReply(response: Exchange): string {
  if (/html/i.test(response.headers.get("content-type") ?? "")) return "";
  const text = (parseHubError(response)?.message ?? response.text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return text ? ` The receiver says: ${text.slice(0, 240)}` : "";
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}
