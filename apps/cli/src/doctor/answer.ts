import { codeScan, type Outcome, parseChallenges, type Scan, send } from "@scanhook/webhook";
import { type Check, ok, problem, warning } from "./check.ts";
import { type Exchange, recordingFetch } from "./exchange.ts";
import { hubAdvice, hubError } from "./hub.ts";
import { knownPitfall } from "./receivers.ts";

export type Question = {
  url: URL;
  user?: string | undefined;
  password?: string | undefined;
  /** Of the page that would send, as a browser puts it on every request. */
  origin: string;
  timeoutMs: number;
};

export type Answer = { checks: Check[]; exchanges: Exchange[]; outcome: Outcome; scan: Scan };

/** Sends one scan as the app does, and explains what came back at each step. */
export async function checkAnswer(question: Question): Promise<Answer> {
  const scan = codeScan({ content: "Scanhook doctor" });
  const asPage = await post(question, scan, { origin: question.origin });
  const { checks, outcome, exchanges } = asPage;
  const last = exchanges.at(-1);
  if (outcome.kind === "refused" && last?.status === 403) {
    // Some servers refuse whatever a page on another address sends. Nothing was taken, so the scan may go out again.
    const asApp = await post(question, scan, {});
    if (asApp.outcome.kind === "accepted") {
      const refused = warning(
        "answer",
        `It refuses (403) what a web page on another address (${question.origin}) sends; without an Origin header it accepts.`,
        "Allow that origin on the receiver, or put a Scanhook hub in front. Native apps are not concerned.",
      );
      return { ...asApp, checks: [...asApp.checks, refused], scan };
    }
  }
  checks.push(...explain(question, asPage));
  return { ...asPage, scan };
}

type Posted = { checks: Check[]; exchanges: Exchange[]; outcome: Outcome };

async function post(
  question: Question,
  scan: Scan,
  headers: Record<string, string>,
): Promise<Posted> {
  const { url, user, password, timeoutMs } = question;
  const exchanges: Exchange[] = [];
  let trouble: unknown;
  const record = recordingFetch(exchanges, headers);
  const outcome = await send(
    scan,
    { url: url.href, user, password },
    {
      timeoutMs,
      fetch: async (input, init) => {
        try {
          return await record(input, init);
        } catch (error) {
          trouble = error;
          throw error;
        }
      },
    },
  );
  return { checks: checkLogin(question, exchanges), exchanges, outcome: blame(outcome, trouble) };
}

/** Browsers and Node alike never connect to certain ports (Fetch, "bad port"). */
function blame(outcome: Outcome, trouble: unknown): Outcome {
  const cause = trouble instanceof Error ? trouble.cause : undefined;
  return outcome.kind === "unreachable" && cause instanceof Error && cause.message === "bad port"
    ? { ...outcome, reason: "Browsers never connect to this port; let the receiver use another." }
    : outcome;
}

/** The challenge and what became of the credentials. */
function checkLogin({ user }: Question, exchanges: Exchange[]): Check[] {
  const [first, second] = exchanges;
  if (!first) return [];
  const challenges = parseChallenges(first.headers.get("www-authenticate"));
  const basic = challenges.find(({ scheme }) => scheme === "basic");
  if (first.status === 401 && basic) {
    const asked = ok(
      "log-in",
      `It asks for user name and password (Basic, “${basic.realm ?? ""}”)`,
    );
    if (user === undefined) {
      const advice = "Give --user and --password to check further.";
      return [asked, warning("log-in", "None were given, so the scan was not accepted.", advice)];
    }
    return second?.status === 401
      ? [
          asked,
          problem(
            "log-in",
            `It does not accept this user name and password (user ${user}).`,
            "Check both for typing errors, and that they are meant for this address.",
          ),
        ]
      : [asked];
  }
  if (first.status === 401) {
    const schemes = challenges.map(({ scheme }) => scheme).join(", ");
    return [
      problem(
        "log-in",
        schemes
          ? `It wants the log-in “${schemes}”, which the app does not speak (only Basic).`
          : "It answers 401 without WWW-Authenticate: this receiver never challenges, so the app never sends the password.",
        inFront,
      ),
    ];
  }
  if (first.status === 403 || (first.status === 400 && user !== undefined)) {
    return [
      problem(
        "log-in",
        `It refuses (${first.status}) instead of asking for the password with 401: this receiver never challenges, so the app never sends one.`,
        inFront,
      ),
    ];
  }
  if (isAccepted(first.status) && user !== undefined) {
    return [
      warning(
        "log-in",
        "It never asks for the user name and password that were given: it takes scans from everybody who knows the address.",
        "If that is not meant to be so, switch Basic authentication on there, or put a Scanhook hub in front.",
      ),
    ];
  }
  return isAccepted(first.status) ? [ok("log-in", "It takes scans without a log-in")] : [];
}

const inFront =
  'Put a Scanhook hub in front and let it pass scans on, or let the receiver (or its proxy) answer 401 with WWW-Authenticate: Basic realm="scans".';

function explain(question: Question, posted: Posted): Check[] {
  const { outcome, exchanges, checks } = posted;
  const last = exchanges.at(-1);
  if (outcome.kind === "accepted" && last) return judgeAccepted(question.url, outcome, last);
  if (outcome.kind === "unreachable") {
    const seconds = question.timeoutMs / 1000;
    return [
      outcome.cause === "timeout"
        ? problem(
            "answer",
            `It does not answer within ${seconds} seconds.`,
            "Let the receiver answer first (204) and do its work afterwards; the app gives up after 15 seconds.",
          )
        : problem("answer", outcome.reason, "Look into the receiver's log for what it did."),
    ];
  }
  // What the log-in has explained already needs no second sentence.
  if (!last || checks.some(({ level }) => level !== "ok")) return [];
  const advice =
    hubAdvice(question.url, last) ?? knownPitfall(question.url, last) ?? adviceFor(last.status);
  const location = outcome.kind === "refused" && outcome.location;
  const text = location
    ? `It redirects (${last.status}) to ${location}; the app does not follow redirects.`
    : `It refuses the scan with ${last.status}.${quote(last)}`;
  return [problem("answer", text, location ? adviceForRedirect(question.url, location) : advice)];
}

function judgeAccepted(
  url: URL,
  outcome: Extract<Outcome, { kind: "accepted" }>,
  last: Exchange,
): Check[] {
  const reply = outcome.reply ? `; it says: ${outcome.reply.text}` : "";
  const sent = ok(
    "answer",
    `One scan with the content “Scanhook doctor” was sent and accepted (${outcome.status})${reply}`,
  );
  const checks = [sent];
  if (/^text\/html/i.test(last.headers.get("content-type") ?? "")) {
    checks.push(
      warning(
        "answer",
        "The answer is a web page, so this may be a log-in or start page and no receiver.",
        "Look whether the scan came, and check the path of the address.",
      ),
    );
  }
  if (outcome.reply?.warning) {
    const advice = "See what the receiver means by that; scans count as sent all the same.";
    checks.push(warning("answer", 'The receiver accepts, but says "ok": false.', advice));
  }
  const pitfall = knownPitfall(url, last);
  if (pitfall)
    checks.push(warning("answer", `Accepted (${last.status}) may mean little here.`, pitfall));
  return checks;
}

function adviceForRedirect(url: URL, location: string): string {
  const final = URL.parse(location, url.href);
  return final ? `Use the final address: ${final.href}` : "Use the final address.";
}

function adviceFor(status: number): string {
  const known: Record<number, string> = {
    400: "Look into the receiver's log; it does not take the JSON of a scan as it is.",
    404: "There is nothing at this path; compare the address with the one the receiver shows.",
    405: "This path does not take POST; compare the address with the one the receiver shows.",
    410: "This address was closed; get a new one from the receiver.",
    413: "Let the receiver take bodies of at least 64 kB.",
    415: "Let the receiver take Content-Type: application/json.",
    422: "The receiver wants other fields than those of a scan: identifier, date, content.",
    429: "The receiver gets too many requests; wait, or raise its limit.",
    503: "The receiver (or what is behind the proxy) is not ready; try again in a minute.",
  };
  const broken = "Something is wrong in the receiver or the proxy before it; its log says what.";
  return known[status] ?? (status >= 500 ? broken : "Look into the receiver's log.");
}

/** What the receiver said, when it is short enough to help and safe to show. */
function quote(answer: Exchange): string {
  if (/html/i.test(answer.headers.get("content-type") ?? "")) return "";
  const text = (hubError(answer)?.message ?? answer.text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return text ? ` It says: ${text.slice(0, 240)}` : "";
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}
