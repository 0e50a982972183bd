import { type Check, ok, problem } from "./check.ts";
import { type Exchange, recordingFetch } from "./exchange.ts";

/** Asks a Scanhook hub whether it can store scans. Nothing is said about receivers of others. */
export async function checkHub(url: URL, timeoutMs: number): Promise<Check[]> {
  if (inboxName(url) === undefined) return [];
  const log: Exchange[] = [];
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const address = new URL("/readyz", url);
    const answer = await recordingFetch(log, {})(address, { redirect: "manual", signal });
    await answer.body?.cancel();
    const text = log[0]?.text ?? "";
    if (answer.ok && JSON.parse(text)?.ok === true) {
      return [ok("answer", "This is a Scanhook hub, and it is ready to store scans (/readyz)")];
    }
    const error = hubError({ text });
    return error ? [problem("answer", `The hub is not ready: ${error.message}`, hubLog)] : [];
  } catch {
    return [];
  }
}

/** The error that a Scanhook hub answered with; undefined when it is somebody else's answer. */
export function hubError(
  answer: Pick<Exchange, "text">,
): { code: string; message: string } | undefined {
  try {
    const { error } = JSON.parse(answer.text);
    return typeof error?.code === "string" && typeof error.message === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

const hubLog = "Look at the hub's log and whether its disk is full.";

/** What to do about a hub's refusal, by its code. */
export function hubAdvice(url: URL, answer: Exchange): string | undefined {
  const code = hubError(answer)?.code;
  const name = inboxName(url);
  const example = `The address of an inbox looks like ${url.origin}/in/scans.`;
  if (code === "no-such-inbox" && name) {
    return `Add it on the hub's computer: scanhook inbox add ${name} --data DIR (scanhook inbox list shows those there are).`;
  }
  if (code === "no-such-inbox" || code === "not-found" || code === "login-needed") return example;
  if (code === "method-not-allowed") return example;
  if (code === "https-only")
    return "Use the hub's https:// address (port 8443 unless it was told otherwise).";
  if (code === "store-unavailable") return hubLog;
  return undefined;
}

function inboxName(url: URL): string | undefined {
  return /^\/in\/([\w.-]+)\/?$/.exec(url.pathname)?.[1];
}
