import { headsInbox, includesInbox } from "../../../src/store/own-inboxes.ts";
import type { Inbox } from "../api.ts";
import { texts } from "../texts/en.ts";

/** A new user of an inbox, with the password that is shown only once. */
export type NewCredential = { user: string; password: string };

/** Tells whether scanners may send to an inbox. Only the hub writes to its own. */
export function acceptsScans({ name }: Inbox): boolean {
  return includesInbox(undefined, name);
}

/** Returns what the hub writes to an inbox of its own. */
export function explainOwnInbox({ name }: Inbox): string {
  return name === headsInbox ? texts.inboxes.heads : texts.inboxes.acts;
}

/**
 * Returns the title of an inbox for a choice among all of them, with an explanation for one of the
 * hub itself.
 */
export function describeInbox(inbox: Inbox): string {
  const title = inbox.title ?? inbox.name;
  if (acceptsScans(inbox)) return title;
  return inbox.name === headsInbox
    ? texts.inboxes.headsTitle(title)
    : texts.inboxes.actsTitle(title);
}

/** Returns the path in the API of an inbox, or of something in it. */
export function inboxPath(name: string, ...rest: string[]): string {
  return ["/api/inboxes", name, ...rest]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join("/");
}

/** The subjects of forms in dialogs, which their screens open again (`isFormLeft()`). */
export const newInboxForm = "new inbox";
export const renameForm = (inbox: string) => `title of inbox ${inbox}`;
