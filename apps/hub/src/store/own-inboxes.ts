import type { Store } from "./store.ts";

/** The inbox for acts in registers without a scanner. Its scans refer to entries only by id. */
export const eventsInbox = "register-events";

/**
 * The inbox that receives the heads of all audit trails each day. A route can forward them from it
 * to a safe place.
 */
export const headsInbox = "audit-heads";

const titles: Readonly<Record<string, string>> = {
  [eventsInbox]: "Acts in registers",
  [headsInbox]: "Audit heads",
};

/**
 * The inboxes whose scans the hub makes itself. Routes and counts for all inboxes leave them out.
 */
export const ownInboxes: readonly string[] = Object.keys(titles);

/** Returns the title that the hub gives one of its own inboxes; undefined for another name. */
export function titleOfOwnInbox(name: string): string | undefined {
  return Object.hasOwn(titles, name) ? titles[name] : undefined;
}

/**
 * Adds an inbox of the hub itself if needed; does nothing for another name. It has no users, so
 * only the hub stores scans in it.
 */
export async function ensureOwnInbox(
  store: Pick<Store, "inbox" | "addInbox">,
  name: string,
): Promise<void> {
  if (!ownInboxes.includes(name) || (await store.inbox(name))) return;
  await store.addInbox({ name, title: titles[name]!, open: false });
}

/**
 * Returns whether a route or count for the inbox `wanted` includes the scans of `inbox`. If
 * `wanted` is undefined, it includes all inboxes except those of the hub itself.
 */
export function includesInbox(wanted: string | undefined, inbox: string): boolean {
  return wanted === undefined ? !ownInboxes.includes(inbox) : wanted === inbox;
}

/** The SQL condition that leaves out the scans that the hub makes itself. */
export const isScanned = `inbox NOT IN (${ownInboxes.map((inbox) => `'${inbox}'`).join(", ")})`;
