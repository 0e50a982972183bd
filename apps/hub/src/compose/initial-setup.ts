import { type HubUrls, toPairLink } from "../addresses/hub-urls.ts";
import { createPairCode } from "../api/scans/pairing.ts";
import { findCommandAuthor, runAs } from "../login/author.ts";
import { renewLoginLink } from "../login/login-link.ts";
import type { Store } from "../store/store.ts";

const firstInbox = "scans";
const never = new Date("9999-01-01T00:00:00Z");

/** Creates an inbox on a new hub, so that people can send a scan within the first minute. */
export async function createFirstInbox(store: Store): Promise<void> {
  if (await isSetUp(store)) return;
  if ((await store.inboxes()).length > 0) return;
  await store.addInbox({ name: firstInbox, title: "Scans", open: false });
}

/**
 * Creates the one-time link that sets the password of the first owner. Each start of the hub makes
 * a new link until an owner has a password; from then on, returns undefined.
 */
export async function createLoginLink(store: Store, urls: HubUrls): Promise<string | undefined> {
  const { id: person, hasPassword } = await store.firstOwner();
  if (!(await isSetUp(store))) return renewLoginLink(store, urls, { person, expiresAt: never });
  // The link of an earlier start is of no use any more. A link to a new password was asked for.
  if (!hasPassword) await store.removeLoginCodes(person);
  return undefined;
}

/** Returns whether an owner has set a password of the hub. */
async function isSetUp(store: Store): Promise<boolean> {
  return (await store.people()).some(({ hasPassword, role }) => hasPassword && role === "owner");
}

/**
 * Creates the one-time link that pairs the first phone. Returns undefined if the first inbox is
 * open, already has a user or was removed.
 */
export async function createFirstPairLink(
  store: Store,
  urls: HubUrls,
): Promise<string | undefined> {
  const inbox = await store.inbox(firstInbox);
  if (!inbox || inbox.open || inbox.credentials.length > 0) return undefined;
  const { code } = await runAs(findCommandAuthor(), () =>
    createPairCode(store, { inbox: firstInbox, minutes: 60 }),
  );
  const help = urls.phoneHelp();
  return help ? `${help}#/pair?code=${code}` : toPairLink(urls.phones()[0]!, code);
}
