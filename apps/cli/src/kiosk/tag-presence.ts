/**
 * How long a tag may be lost, at the edge of the field or while a reader restarts, and still count
 * as not moved.
 */
export const graceMs = 1500;

/** Remembers the tag on each reader, so that a tag that stays there is scanned once. */
export type TagPresence = {
  /**
   * Whether this tag is on the reader or was until a moment ago. `uid` is undefined for a tag that
   * shows none.
   */
  isSame(reader: string, uid: string | undefined): boolean;
  /**
   * Whether any tag is on the reader or was until a moment ago. For a tag whose UID was not read.
   */
  isAnyPresent(reader: string): boolean;
  /** Notes that the tag was scanned and is on the reader. */
  recordPlaced(reader: string, uid: string | undefined): void;
  /** Notes that the tag is no longer on the reader. */
  recordRemoved(reader: string): void;
  /** Notes that the reader itself is back. The time that it was away does not count. */
  readerReturned(reader: string): void;
};

export function createTagPresence({ now = () => performance.now() } = {}): TagPresence {
  const tags = new Map<string, { uid: string; removedAt: number }>();
  function setRemovedAt(reader: string, removedAt: number) {
    const tag = tags.get(reader);
    if (tag) tag.removedAt = removedAt;
  }
  function isAnyPresent(reader: string) {
    const tag = tags.get(reader);
    return tag !== undefined && now() - tag.removedAt <= graceMs;
  }
  return {
    isSame: (reader, uid) => isAnyPresent(reader) && tags.get(reader)?.uid === uid,
    isAnyPresent,
    recordPlaced(reader, uid) {
      if (uid === undefined) tags.delete(reader);
      else tags.set(reader, { uid, removedAt: Number.POSITIVE_INFINITY });
    },
    recordRemoved: (reader) => setRemovedAt(reader, now()),
    // Starts the grace period again.
    readerReturned: (reader) => setRemovedAt(reader, now()),
  };
}
