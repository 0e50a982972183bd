/**
 * The time for which a tag may be lost and still counts as lying on the reader. Tags are lost at
 * the edge of the field and while a reader restarts.
 */
export const graceMs = 1500;

/** Remembers the tag on each reader, so that a tag that stays there is scanned once. */
export type TagPresence = {
  /**
   * Returns whether this tag is on the reader, or was within `graceMs`. `uid` is undefined for a
   * tag without a UID.
   */
  isSame(reader: string, uid: string | undefined): boolean;
  /**
   * Returns whether any tag is on the reader, or was within `graceMs`. For a tag whose UID was not
   * read.
   */
  isAnyPresent(reader: string): boolean;
  /** Records that the tag was scanned and is on the reader. */
  recordPlaced(reader: string, uid: string | undefined): void;
  /** Records that the tag is no longer on the reader. */
  recordRemoved(reader: string): void;
  /** Records that the reader is connected again. Starts the grace period of its tag anew. */
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
    readerReturned: (reader) => setRemovedAt(reader, now()),
  };
}
