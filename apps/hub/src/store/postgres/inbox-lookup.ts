import type { InboxForReceiving } from "../store.ts";
import type { Query } from "./database.ts";
import { inboxForReceiving, inboxRevision } from "./inboxes.ts";

export type InboxLookup = {
  find(name: string): Promise<InboxForReceiving | undefined>;
  /** Reads anew at the next `find`. */
  forget(): void;
};

const mostKept = 1000;

/**
 * Inboxes by name from memory. While this node is told of every change (`isTold`), that is all; else the revision in the
 * database says whether any node changed one, read once for everybody who asked until the reading began.
 */
export function createInboxLookup(query: Query, isTold: () => boolean): InboxLookup {
  let kept = new Map<string, Promise<InboxForReceiving | undefined>>();
  let revision = -1;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Another map, so that what is still being read for the old one cannot come into it. */
  function forget(): void {
    kept = new Map();
  }

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
    if (now !== revision) forget();
    revision = now;
  }

  return {
    forget,
    async find(name) {
      if (!isTold()) await fresh();
      const of = kept;
      const known = of.get(name);
      if (known) return known;
      if (of.size >= mostKept) of.clear();
      const asked = inboxForReceiving(query, name);
      of.set(name, asked);
      asked.catch(() => of.delete(name));
      return asked;
    },
  };
}
