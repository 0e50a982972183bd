import type { DatabaseSync } from "node:sqlite";
import type { InboxForReceiving } from "../inboxes.ts";
import { inboxForReceiving, inboxRevision } from "../sql/inboxes.ts";
import { runSteps } from "./steps.ts";

export type InboxLookup = {
  find(name: string): InboxForReceiving | undefined;
  /** Makes the next `find` check for changes. Call it after a change by this process. */
  forget(): void;
};

const maxCachedInboxes = 1000;

/**
 * Creates a lookup of inboxes in memory. A revision number in the database tells whether any
 * process has changed an inbox. It is read once per turn of the event loop, so that it costs
 * microseconds, however many requests the turn serves.
 */
export function createInboxLookup(db: DatabaseSync): InboxLookup {
  const cached = new Map<string, InboxForReceiving | undefined>();
  let revision = -1;
  let isFresh = false;
  const forget = () => {
    isFresh = false;
  };

  return {
    find(name) {
      if (!isFresh) {
        const current = runSteps(db, inboxRevision());
        if (current !== revision) cached.clear();
        revision = current;
        isFresh = true;
        setImmediate(forget);
      }
      if (cached.has(name)) return cached.get(name);
      const inbox = runSteps(db, inboxForReceiving(name));
      if (cached.size >= maxCachedInboxes) cached.clear();
      cached.set(name, inbox);
      return inbox;
    },
    forget,
  };
}
