import type { DatabaseSync } from "node:sqlite";
import { inboxForReceiving, inboxRevision } from "../sql/inboxes.ts";
import type { InboxForReceiving } from "../store.ts";
import { runSteps } from "./steps.ts";

export type InboxLookup = {
  find(name: string): InboxForReceiving | undefined;
  /** Makes the next `find` check for changes. Call after a change by this process. */
  forget(): void;
};

const maxCached = 1000;

/**
 * Looks up inboxes in memory. A revision number in the database tells whether any process changed
 * one. It is read once per turn of the event loop, which takes microseconds however many requests
 * that turn serves.
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
      if (cached.size >= maxCached) cached.clear();
      cached.set(name, inbox);
      return inbox;
    },
    forget,
  };
}
