import type { InboxForReceiving } from "../inboxes.ts";
import { inboxForReceiving, inboxRevision } from "../sql/inboxes.ts";
import type { Query } from "./database.ts";
import { runSteps } from "./steps.ts";

export type InboxLookup = {
  find(name: string): Promise<InboxForReceiving | undefined>;
  /** Makes the next `find` read from the database. */
  forget(): void;
};

const maxCachedInboxes = 1000;

/**
 * Creates a lookup of inboxes in memory. While notifications of changes arrive (`isListening`),
 * known inboxes are not read again. Otherwise a revision number in the database tells whether any
 * node has changed an inbox. Concurrent calls share one read of that number.
 */
export function createInboxLookup(query: Query, isListening: () => boolean): InboxLookup {
  let cached = new Map<string, Promise<InboxForReceiving | undefined>>();
  let revision = -1;
  let reading: Promise<void> = Promise.resolve();
  let nextReading: Promise<void> | undefined;

  /** Starts a new map, so that a read from before the change cannot add an outdated inbox to it. */
  function forget(): void {
    cached = new Map();
  }

  /** Resolves after a read of the revision that began after this call. */
  function readFreshRevision(): Promise<void> {
    nextReading ??= reading
      // The callers that waited for that read have received its error.
      .catch(() => {})
      .then(() => {
        nextReading = undefined;
        reading = read();
        return reading;
      });
    return nextReading;
  }

  async function read(): Promise<void> {
    const current = await runSteps(query, inboxRevision());
    if (current !== revision) forget();
    revision = current;
  }

  return {
    forget,
    async find(name) {
      if (!isListening()) await readFreshRevision();
      const inboxes = cached;
      const existing = inboxes.get(name);
      if (existing) return existing;
      if (inboxes.size >= maxCachedInboxes) inboxes.clear();
      const inbox = runSteps(query, inboxForReceiving(name));
      inboxes.set(name, inbox);
      // A failure is not cached. The caller handles the error.
      inbox.catch(() => inboxes.delete(name));
      return inbox;
    },
  };
}
