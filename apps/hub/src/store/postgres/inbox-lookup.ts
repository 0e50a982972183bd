import type { InboxForReceiving } from "../store.ts";
import type { Query } from "./database.ts";
import { inboxForReceiving, inboxRevision } from "./inboxes.ts";

const mostKept = 1000;

/**
 * Inboxes by name from memory. The revision in the database says whether any node changed one. It is read once for
 * everybody who asked until the reading began, so that any number of requests at a time cost one small question.
 */
export function createInboxLookup(
  query: Query,
): (name: string) => Promise<InboxForReceiving | undefined> {
  let kept = new Map<string, Promise<InboxForReceiving | undefined>>();
  let revision = -1;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Resolves after a reading of the revision that began later than this call. */
  function fresh(): Promise<void> {
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined;
        reading = read();
        return reading;
      });
    return next;
  }

  async function read(): Promise<void> {
    const now = await inboxRevision(query);
    // Another map, so that what is still being read for the old one cannot come into it.
    if (now !== revision) kept = new Map();
    revision = now;
  }

  return async (name) => {
    await fresh();
    const known = kept.get(name);
    if (known) return known;
    const of = kept;
    if (of.size >= mostKept) of.clear();
    const asked = inboxForReceiving(query, name);
    of.set(name, asked);
    asked.catch(() => of.delete(name));
    return asked;
  };
}
