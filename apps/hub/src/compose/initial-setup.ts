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
 * Creates the one-time link that sets the owner's password. Each start of the hub makes a new link
 * until the password is set; from then on, returns undefined.
 */
export async function createLoginLink(store: Store, urls: HubUrls): Promise<string | undefined> {
  const person = (await store.firstOwner()).id;
  if (!(await isSetUp(store))) return renewLoginLink(store, urls, { person, expiresAt: never });
  await store.removeLoginCodes(person);
  return undefined;
}

/** Returns whether somebody has set a password of the hub. */
async function isSetUp(store: Store): Promise<boolean> {
  return (await store.people()).some(({ hasPassword }) => hasPassword);
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
