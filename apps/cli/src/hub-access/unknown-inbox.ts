import type { Store } from "@scanhook/hub";
import { findNearest } from "@scanhook/hub/nearest";

/**
 * Returns the sentence for an inbox that does not exist. The sentence suggests the inbox with the
 * nearest name, or lists the inboxes. It ends in a line end.
 */
export async function describeUnknownInbox(
  store: Pick<Store, "inboxes">,
  name: string,
): Promise<string> {
  const names = (await store.inboxes()).map((inbox) => inbox.name);
  const suggestion = findNearest(name, names);
  const advice = suggestion ? `did you mean ${suggestion}?` : describeExisting(names);
  return `There is no inbox "${name}"; ${advice}\n`;
}

/** Returns the sentence about the first of these inboxes that does not exist, if one does not. */
export async function findUnknownInbox(
  store: Pick<Store, "inbox" | "inboxes">,
  inboxes: readonly string[] = [],
): Promise<string | undefined> {
  for (const inbox of inboxes)
    if (!(await store.inbox(inbox))) return describeUnknownInbox(store, inbox);
  return undefined;
}

function describeExisting(names: string[]): string {
  if (names.length === 0) return 'the hub has none yet; "scanhook inbox add NAME" makes one.';
  if (names.length === 1) return `the only one is ${names[0]}.`;
  return `there are ${names.slice(0, 10).join(", ")}${names.length > 10 ? ", …" : "."}`;
}
