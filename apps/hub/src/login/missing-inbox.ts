import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";

/**
 * Returns a sentence about the first of these inboxes that does not exist. A limit to it would open
 * whatever inbox gets that name one day. `before` is the limit that is changed; its inboxes may
 * have been removed since.
 */
export async function describeMissingInbox(
  store: Pick<Store, "inboxes">,
  inboxes: readonly string[] | null | undefined,
  before: readonly string[] = [],
): Promise<string | undefined> {
  if (!inboxes?.length) return undefined;
  const known = new Set([...before, ...(await store.inboxes()).map(({ name }) => name)]);
  const missing = inboxes.find((inbox) => !known.has(inbox));
  return missing === undefined ? undefined : say("inbox-missing", { inbox: missing });
}
