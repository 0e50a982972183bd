import { type CheckResult, failed, passed } from "./check.ts";
import { createRecordingFetch, type Exchange } from "./exchange.ts";

/**
 * Requests /readyz of a Scanhook hub to check whether it can store scans. Returns an empty list for
 * other receivers, and if there is no response.
 */
export async function checkHub(url: URL, timeoutMs: number): Promise<CheckResult[]> {
  if (findInboxName(url) === undefined) return [];
  const exchanges: Exchange[] = [];
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const address = new URL("/readyz", url);
    const response = await createRecordingFetch(exchanges, {})(address, {
      redirect: "manual",
      signal,
    });
    await response.body?.cancel();
    const text = exchanges[0]?.text ?? "";
    if (response.ok && JSON.parse(text)?.ok === true) {
      return [passed("answer", "This is a Scanhook hub, and it is ready to store scans (/readyz)")];
    }
    const error = parseHubError({ text });
    return error ? [failed("answer", `The hub is not ready: ${error.message}`, lookAtHubLog)] : [];
  } catch {
    // No response, or one that is not from a hub. The other checks report problems with the
    // connection.
    return [];
  }
}

/**
 * Returns the error in a response of a Scanhook hub, or undefined for responses of other receivers.
 */
export function parseHubError(
  response: Pick<Exchange, "text">,
): { code: string; message: string } | undefined {
  try {
    const { error } = JSON.parse(response.text);
    return typeof error?.code === "string" && typeof error.message === "string" ? error : undefined;
  } catch {
    // The text is not JSON, so it is not from a hub.
    return undefined;
  }
}

const lookAtHubLog = "Look at the hub's log, and check whether its disk is full.";

/** Returns advice for the error code of a hub's response, or undefined for other codes. */
export function adviseOnHubError(url: URL, response: Exchange): string | undefined {
  const code = parseHubError(response)?.code;
  const name = findInboxName(url);
  const correctForm = `The receiver URL of an inbox looks like ${url.origin}/in/scans.`;
  if (code === "no-such-inbox" && name) {
    return `Add the inbox on the hub's computer: scanhook inbox add ${name} --data DIR (scanhook inbox list shows the existing inboxes).`;
  }
  if (code === "no-such-inbox" || code === "not-found" || code === "login-needed")
    return correctForm;
  if (code === "method-not-allowed") return correctForm;
  if (code === "https-only")
    return "Use the hub's https:// URL (port 8443 unless its settings change it).";
  if (code === "store-unavailable") return lookAtHubLog;
  return undefined;
}

function findInboxName(url: URL): string | undefined {
  return /^\/in\/([\w.-]+)\/?$/.exec(url.pathname)?.[1];
}
