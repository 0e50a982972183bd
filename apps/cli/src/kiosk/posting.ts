import type { Outcome, Scan } from "@scanhook/webhook";
import type { Found, News } from "./news.ts";

export type Posting = {
  /** Resolves as soon as the scan is on its way, which is at once unless too many are: then when one is done. */
  take(found: Found): Promise<void>;
  /** The same, and resolves when it has its outcome: for a list, whose scans arrive in its order. */
  takeInTurn(found: Found): Promise<void>;
  /** Resolves when everything taken has its outcome. */
  finish(): Promise<void>;
};

/**
 * Posts each scan once, without any waiting for another, `atOnce` at a time. Nothing is kept for later: while that many
 * wait for an answer, whoever reads scans has to wait before it reads more.
 */
export function startPosting(
  post: (scan: Scan) => Promise<Outcome>,
  tell: (news: Extract<News, { kind: "scan" }>) => void,
  atOnce = 16,
): Posting {
  const open = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function send(found: Found) {
    const start = performance.now();
    const outcome = await post(found.scan);
    free++;
    waiting.shift()?.();
    tell({ kind: "scan", ...found, outcome, ms: Math.round(performance.now() - start) });
  }
  async function place() {
    while (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    free--;
  }
  function start(found: Found) {
    const placed = place();
    const sent = placed.then(() => send(found));
    open.add(sent);
    sent.finally(() => open.delete(sent));
    return { placed, sent };
  }
  return {
    take: (found) => start(found).placed,
    takeInTurn: (found) => start(found).sent,
    async finish() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
