import type { Exchange } from "./exchange.ts";

/** The error that a Scanhook hub answered with; undefined when it is somebody else's answer. */
export function hubError(answer: Exchange): { code: string; message: string } | undefined {
  try {
    const { error } = JSON.parse(answer.text);
    return typeof error?.code === "string" && typeof error.message === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

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
  if (code === "store-unavailable") return "Look at the hub's log and whether its disk is full.";
  return undefined;
}

function inboxName(url: URL): string | undefined {
  return /^\/in\/([\w.-]+)\/?$/.exec(url.pathname)?.[1];
}
