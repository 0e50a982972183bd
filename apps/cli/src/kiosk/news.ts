import type { Outcome, Scan } from "@scanhook/webhook";

/** A scan on its way out. `reader` names where it was made; `note` says what was amiss with the tag. */
export type Found = { scan: Scan; reader: string; note?: string };

/** What happens at a kiosk, in order. Each is one line, on the terminal as in JSON. */
export type News =
  | (Found & { kind: "scan"; outcome: Outcome; ms: number })
  /** Something was held to a reader, and there is nothing to send of it. */
  | { kind: "unread"; reader: string; reason: string }
  | { kind: "reader"; reader: string }
  /** There is such a reader, and it is not among those asked for. */
  | { kind: "ignored"; reader: string }
  /** It is looked for until it is back, unless it is `final`. */
  | { kind: "reader-gone"; reader: string; reason?: string; final?: boolean }
  /** The PC/SC service answers, or does not. */
  | { kind: "service" }
  | { kind: "no-service"; reason: string; final: boolean }
  /** The lines of stdin are over. */
  | { kind: "input-end" };

/** Whether all went as the person who scanned thinks it did: worth the good sound and not the bad one. */
export function isGood(news: News): boolean {
  if (news.kind !== "scan" || news.note !== undefined) return false;
  return news.outcome.kind === "accepted" && news.outcome.reply?.warning !== true;
}
