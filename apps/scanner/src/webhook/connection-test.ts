import {
  codeScan,
  type LogInProblem,
  type Outcome,
  parseReceiverUrl,
  type Receiver,
  type ReceiverUrlProblem,
  type Reply,
  type SendStep,
  send,
  type UnreachableCause,
} from "@scanhook/webhook";

/**
 * A result of the test. The steps are reported in this order; `ms` is the time since the start in
 * milliseconds.
 */
export type TestStep =
  | { kind: "receiver-url"; state: "bad"; found: ReceiverUrlProblem }
  | { kind: "receiver-url"; state: "ok"; host: string; tls: boolean }
  | { kind: "reached"; state: "ok"; ms: number; tls: boolean }
  | { kind: "reached"; state: "bad"; cause: UnreachableCause }
  /** The server responds, but the browser blocks its responses from this page (CORS). */
  | { kind: "blocked"; state: "bad"; stage: "request" | "credentials" }
  | { kind: "challenge"; state: "ok"; scheme: string; realm?: string | undefined; ms: number }
  /**
   * The receiver did not ask for credentials. `unused` is true if it accepted the scan without the
   * username or password that is set.
   */
  | { kind: "challenge"; state: "none"; unused: boolean }
  | { kind: "credentials"; state: "ok"; user: string; ms: number }
  | {
      kind: "response";
      state: "ok" | "warn";
      status: number;
      ms: number;
      reply?: Reply | undefined;
    }
  | {
      kind: "response";
      state: "bad";
      status: number;
      ms: number;
      location?: string | undefined;
      logIn?: LogInProblem | undefined;
      reply?: Reply | undefined;
    }
  /**
   * The response is a 401 whose challenge the page cannot see, because the receiver does not expose
   * that header.
   */
  | { kind: "hidden-challenge"; state: "bad" };

export type TestOptions = {
  fetch: typeof fetch;
  pageOrigin: string;
  onStep?: (step: TestStep) => void;
  timeoutMs?: number;
  signal?: AbortSignal;
};

const testContent = "Scanhook test";

/**
 * Sends one real scan with the content "Scanhook test". Returns the steps, and reports each one to
 * `onStep`. Never throws.
 */
export async function testConnection(
  receiver: Receiver,
  options: TestOptions,
): Promise<TestStep[]> {
  const steps: TestStep[] = [];
  const report = (step: TestStep) => {
    steps.push(step);
    options.onStep?.(step);
  };
  const parsed = parseReceiverUrl(receiver.url, { origin: options.pageOrigin });
  if (!parsed.ok) {
    report({ kind: "receiver-url", state: "bad", found: parsed });
    return steps;
  }
  report({
    kind: "receiver-url",
    state: "ok",
    host: parsed.url.host,
    tls: parsed.url.protocol === "https:",
  });
  const { outcome, responseMs } = await sendTestScan(receiver, options, parsed.url, report);
  if (outcome.kind === "unreachable") {
    report(await toFailedStep(outcome, steps, parsed.url, options));
  } else if (outcome.kind === "accepted" || outcome.kind === "refused") {
    if (!hasStep(steps, "challenge")) {
      const isCrossOrigin = parsed.url.origin !== options.pageOrigin;
      report(toMissingChallengeStep(outcome.status, isCrossOrigin, receiver));
    }
    report(toResponseStep(outcome, responseMs));
  }
  return steps;
}

/**
 * Sends the test scan and reports the steps before the final response. `responseMs` is the time of
 * that response.
 */
async function sendTestScan(
  receiver: Receiver,
  options: TestOptions,
  url: URL,
  report: (step: TestStep) => void,
): Promise<{ outcome: Outcome; responseMs: number }> {
  const tls = url.protocol === "https:";
  let isReached = false;
  let responseMs = 0;
  const onStep = (step: SendStep) => {
    if (!isReached && (step.step === "challenge" || step.step === "answer")) {
      isReached = true;
      report({ kind: "reached", state: "ok", ms: step.ms, tls });
    }
    if (step.step === "challenge") {
      const { scheme, realm, ms } = step;
      report({ kind: "challenge", state: "ok", scheme, ms, realm });
    }
    if (step.step === "retry") {
      report({ kind: "credentials", state: "ok", user: receiver.user ?? "", ms: step.ms });
    }
    if (step.step === "answer") responseMs = step.ms;
  };
  const scan = codeScan({ content: testContent });
  const outcome = await send(scan, receiver, { ...options, onStep });
  return { outcome, responseMs };
}

function hasStep(steps: TestStep[], kind: TestStep["kind"]): boolean {
  return steps.some((step) => step.kind === kind);
}

/** Returns the step for a response in which this page sees no challenge. */
function toMissingChallengeStep(
  status: number,
  isCrossOrigin: boolean,
  { user, password }: Receiver,
): TestStep {
  if (status === 401 && isCrossOrigin) return { kind: "hidden-challenge", state: "bad" };
  const isAccepted = status >= 200 && status < 300;
  const hasCredentials = Boolean(user) || Boolean(password);
  return { kind: "challenge", state: "none", unused: isAccepted && hasCredentials };
}

function toResponseStep(
  outcome: Extract<Outcome, { kind: "accepted" | "refused" }>,
  ms: number,
): TestStep {
  const { status, reply } = outcome;
  if (outcome.kind === "refused") {
    const { location, logIn } = outcome;
    return { kind: "response", state: "bad", status, ms, location, logIn, reply };
  }
  return { kind: "response", state: reply?.warning ? "warn" : "ok", status, ms, reply };
}

async function toFailedStep(
  outcome: Extract<Outcome, { kind: "unreachable" }>,
  steps: TestStep[],
  url: URL,
  options: TestOptions,
): Promise<TestStep> {
  const { cause } = outcome;
  if (cause === "blocked") {
    if (hasStep(steps, "credentials")) {
      return { kind: "blocked", state: "bad", stage: "credentials" };
    }
    if (url.origin !== options.pageOrigin && (await canReach(url, options))) {
      return { kind: "blocked", state: "bad", stage: "request" };
    }
  }
  return { kind: "reached", state: "bad", cause };
}

/**
 * Returns whether a server responds at the origin of `url`. A page may always request `/` without
 * seeing the response. This distinguishes a receiver that is off or has an untrusted certificate
 * from one that does not allow this page.
 */
async function canReach(url: URL, options: TestOptions): Promise<boolean> {
  try {
    await options.fetch(new URL("/", url), {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(options.timeoutMs ?? 5_000),
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the headers that a receiver must add to every response, including to `OPTIONS`, to allow
 * a page to send to it.
 */
export function listCorsHeaders(pageOrigin: string): string {
  return [
    `Access-Control-Allow-Origin: ${pageOrigin}`,
    "Access-Control-Allow-Methods: POST",
    "Access-Control-Allow-Headers: content-type, authorization",
    "Access-Control-Expose-Headers: WWW-Authenticate",
  ].join("\n");
}
