import {
  codeScan,
  type Outcome,
  parseReceiverUrl,
  type Receiver,
  type Reply,
  type SendStep,
  send,
  type UnreachableCause,
} from "@scanhook/webhook";

/** One thing that was found out about a receiver, in the order of finding. */
export type TestStep =
  | { kind: "address"; state: "bad"; reason: string }
  | { kind: "address"; state: "ok"; host: string; tls: boolean }
  | { kind: "reached"; state: "ok"; ms: number; tls: boolean }
  | { kind: "reached"; state: "bad"; cause: UnreachableCause; reason: string }
  /** The server is there, but the browser keeps its answers from this page. */
  | { kind: "blocked"; state: "bad"; at: "request" | "credentials" }
  | { kind: "challenge"; state: "ok"; scheme: string; realm?: string; ms: number }
  /** `unused`: a username or password is set, but nobody asked for it. */
  | { kind: "challenge"; state: "none"; unused: boolean }
  | { kind: "credentials"; state: "ok"; user: string; ms: number }
  | { kind: "answer"; state: "ok" | "warn"; status: number; ms: number; reply?: Reply }
  | { kind: "answer"; state: "bad"; status: number; ms: number; reason: string; reply?: Reply }
  /** A 401 whose challenge the page cannot see: the receiver must expose that header. */
  | { kind: "hidden-challenge"; state: "bad" };

export type TestParts = {
  fetch: typeof fetch;
  pageOrigin: string;
  onStep?: (step: TestStep) => void;
  timeoutMs?: number;
  signal?: AbortSignal;
};

export const testContent = "Scanhook test";

/** Sends one real scan whose content is "Scanhook test", and tells step by step how the receiver took it. */
export async function testConnection(receiver: Receiver, parts: TestParts): Promise<TestStep[]> {
  const steps: TestStep[] = [];
  const found = (step: TestStep) => {
    steps.push(step);
    parts.onStep?.(step);
  };
  const address = parseReceiverUrl(receiver.url, { origin: parts.pageOrigin });
  if (!address.ok) {
    found({ kind: "address", state: "bad", reason: address.reason });
    return steps;
  }
  const tls = address.url.protocol === "https:";
  found({ kind: "address", state: "ok", host: address.url.host, tls });

  let answer: Extract<SendStep, { step: "answer" }> | undefined;
  const outcome = await send(codeScan({ content: testContent }), receiver, {
    fetch: parts.fetch,
    pageOrigin: parts.pageOrigin,
    ...(parts.timeoutMs === undefined ? {} : { timeoutMs: parts.timeoutMs }),
    ...(parts.signal === undefined ? {} : { signal: parts.signal }),
    onStep: (step) => {
      if (step.step === "answer") answer = step;
      const reached = steps.some(({ kind }) => kind === "reached");
      if ((step.step === "challenge" || step.step === "answer") && !reached) {
        found({ kind: "reached", state: "ok", ms: step.ms, tls });
      }
      if (step.step === "challenge") {
        const { scheme, realm, ms } = step;
        found({ kind: "challenge", state: "ok", scheme, ms, ...(realm ? { realm } : {}) });
      }
      if (step.step === "retry") {
        found({ kind: "credentials", state: "ok", user: receiver.user ?? "", ms: step.ms });
      }
    },
  });

  if (outcome.kind === "unreachable") {
    found(await toFailure(outcome, steps, address.url, parts));
    return steps;
  }
  if (outcome.kind !== "accepted" && outcome.kind !== "refused") return steps;
  const challenged = steps.some(({ kind }) => kind === "challenge");
  const crossOrigin = address.url.origin !== parts.pageOrigin;
  if (outcome.status === 401 && !challenged && crossOrigin) {
    found({ kind: "hidden-challenge", state: "bad" });
  } else if (!challenged) {
    found({
      kind: "challenge",
      state: "none",
      unused: Boolean(receiver.user) || Boolean(receiver.password),
    });
  }
  found(toAnswer(outcome, answer?.ms ?? 0));
  return steps;
}

function toAnswer(
  outcome: Extract<Outcome, { kind: "accepted" | "refused" }>,
  ms: number,
): TestStep {
  const { status } = outcome;
  const reply = outcome.reply ? { reply: outcome.reply } : {};
  if (outcome.kind === "refused") {
    return { kind: "answer", state: "bad", status, ms, reason: outcome.reason, ...reply };
  }
  return { kind: "answer", state: outcome.reply?.warning ? "warn" : "ok", status, ms, ...reply };
}

async function toFailure(
  outcome: Extract<Outcome, { kind: "unreachable" }>,
  steps: TestStep[],
  url: URL,
  parts: TestParts,
): Promise<TestStep> {
  const { cause, reason } = outcome;
  if (cause === "blocked") {
    if (steps.some(({ kind }) => kind === "credentials")) {
      return { kind: "blocked", state: "bad", at: "credentials" };
    }
    if (url.origin !== parts.pageOrigin && (await isThere(url, parts))) {
      return { kind: "blocked", state: "bad", at: "request" };
    }
  }
  return { kind: "reached", state: "bad", cause, reason };
}

/**
 * Whether anything answers at that origin. A page may always ask for `/` without seeing the answer; that
 * tells a receiver which is off, or whose certificate is not trusted, from one that forbids this page.
 */
async function isThere(url: URL, parts: TestParts): Promise<boolean> {
  try {
    await parts.fetch(new URL("/", url), {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(parts.timeoutMs ?? 5_000),
    });
    return true;
  } catch {
    return false;
  }
}

/** What a receiver must answer to `OPTIONS`, and put on every other answer, so that a page may send to it. */
export function corsHeaders(pageOrigin: string): string {
  return [
    `Access-Control-Allow-Origin: ${pageOrigin}`,
    "Access-Control-Allow-Methods: POST",
    "Access-Control-Allow-Headers: content-type, authorization",
    "Access-Control-Expose-Headers: WWW-Authenticate",
  ].join("\n");
}
