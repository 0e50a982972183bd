import { headsInbox, includesInbox } from "../../../src/store/own-inboxes.ts";
import type { Inbox } from "../api.ts";
import { texts } from "../texts/page.ts";

/** A new user of an inbox, with the password that is shown only once. */
export type NewCredential = { user: string; password: string };

/** Returns whether scanners may send to an inbox. Only the hub writes to its own inboxes. */
export function acceptsScans({ name }: Inbox): boolean {
  return includesInbox(undefined, name);
}

/** Returns a sentence about the scans that the hub writes to one of its own inboxes. */
export function explainOwnInbox({ name }: Inbox): string {
  return name === headsInbox ? texts.inboxes.heads : texts.inboxes.acts;
}

/**
 * Returns the title of an inbox for a list of all inboxes. An inbox of the hub itself has an
 * explanation in its title.
 */
export function describeInbox(inbox: Inbox): string {
  const title = inbox.title ?? inbox.name;
  if (acceptsScans(inbox)) return title;
  return inbox.name === headsInbox
    ? texts.inboxes.headsTitle({ title })
    : texts.inboxes.actsTitle({ title });
}

/** Returns the inboxes to choose from, and `chosen`, which may be an inbox that was removed. */
export function listChoices(
  inboxes: readonly Inbox[],
  chosen: string | undefined,
): { name: string; title: string }[] {
  const choices = inboxes.map((inbox) => ({ name: inbox.name, title: describeInbox(inbox) }));
  const isListed = !chosen || choices.some(({ name }) => name === chosen);
  return isListed ? choices : [...choices, { name: chosen, title: chosen }];
}

/** Returns the API path of an inbox, or of a resource in it. */
export function inboxPath(name: string, ...rest: string[]): string {
  return ["/api/inboxes", name, ...rest]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join("/");
}

/** The subject of the form of a new inbox, for `hasUnsavedForm()`. */
export const newInboxForm = "new inbox";
/** Returns the subject of the form for the title of an inbox, for `hasUnsavedForm()`. */
export const renameForm = (inbox: string) => `title of inbox ${inbox}`;
