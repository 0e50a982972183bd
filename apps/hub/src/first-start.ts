import { createPairCode } from "./api/pairing.ts";
import { renewLoginLink } from "./login/login-link.ts";
import { type Reach, toPairLink } from "./reach.ts";
import type { Store } from "./store/store.ts";

const firstInbox = "scans";
const farAway = new Date("9999-01-01T00:00:00Z");

/** A hub nobody has used yet gets an inbox, so that a scan can be sent within the first minute. */
export async function makeFirstInbox(store: Store): Promise<void> {
  if ((await store.ownerPassword()) !== undefined) return;
  if ((await store.inboxes()).length > 0) return;
  await store.addInbox({ name: firstInbox, title: "Scans", open: false });
}

/** The one-time link that sets the owner's password; a new one at each start, until it is set. */
export async function makeLoginLink(store: Store, reach: Reach): Promise<string | undefined> {
  if ((await store.ownerPassword()) === undefined) return renewLoginLink(store, reach, farAway);
  await store.removeCodes("login");
  return undefined;
}

/** The one-time link that pairs the first phone, for the QR on the terminal; while the first inbox has no user. */
export async function makeFirstPairLink(store: Store, reach: Reach): Promise<string | undefined> {
  const inbox = await store.inbox(firstInbox);
  if (!inbox || inbox.open || inbox.credentials.length > 0) return undefined;
  const { code } = await createPairCode(store, { inbox: firstInbox, minutes: 60 });
  const help = reach.help();
  return help ? `${help}#/pair?code=${code}` : toPairLink(reach.phones()[0]!, code);
}
