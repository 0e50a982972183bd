import type { Inbox } from "../api.ts";

/**
 * Returns the most likely inbox: the one whose users sent last, or else the oldest one. Returns
 * undefined if there is none.
 */
export function proposeInbox(inboxes: readonly Inbox[]): Inbox | undefined {
  return inboxes
    .toSorted(
      (a, b) => lastUse(b) - lastUse(a) || Date.parse(a.createdAt) - Date.parse(b.createdAt),
    )
    .at(0);
}

function lastUse({ credentials }: Inbox): number {
  return Math.max(0, ...credentials.map(({ lastUsedAt }) => Date.parse(lastUsedAt ?? "") || 0));
}
