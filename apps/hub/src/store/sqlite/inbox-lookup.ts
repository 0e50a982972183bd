import type { DatabaseSync } from "node:sqlite";
import type { InboxForReceiving } from "../store.ts";
import { inboxForReceiving, inboxRevision } from "./inboxes.ts";

export type InboxLookup = {
  find(name: string): InboxForReceiving | undefined;
  /** Looks again at the next `find`: this process has just changed something. */
  forget(): void;
};

const mostKept = 1000;

/**
 * Inboxes by name from memory. The revision in the database says whether any process changed one; it is read once
 * in a turn of the event loop, a matter of microseconds however many requests that turn serves.
 */
export function createInboxLookup(db: DatabaseSync): InboxLookup {
  const kept = new Map<string, InboxForReceiving | undefined>();
  let revision = -1;
  let isFresh = false;
  const forget = () => {
    isFresh = false;
  };

  return {
    find(name) {
      if (!isFresh) {
        const now = inboxRevision(db);
        if (now !== revision) kept.clear();
        revision = now;
        isFresh = true;
        setImmediate(forget);
      }
      if (kept.has(name)) return kept.get(name);
      const inbox = inboxForReceiving(db, name);
      if (kept.size >= mostKept) kept.clear();
      kept.set(name, inbox);
      return inbox;
    },
    forget,
  };
}
