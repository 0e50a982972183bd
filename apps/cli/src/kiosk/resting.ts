/** A tag at the edge of the field, or on a reader that is started anew, is lost for a moment without being moved. */
export const restsForMs = 1500;

/** Remembers the tag of each reader, so that one which lies there is one scan. */
export type Resting = {
  /** Whether this tag is the one that lay there until a moment ago. `uid` is undefined for a tag that shows none. */
  isSame(reader: string, uid: string | undefined): boolean;
  /** Whether any tag lay there until a moment ago, when what lies there now has not said which it is. */
  isStill(reader: string): boolean;
  /** The tag was scanned, and lies there. */
  lies(reader: string, uid: string | undefined): void;
  leaves(reader: string): void;
  /** The reader itself is there again: the time that it was away does not count. */
  returns(reader: string): void;
};

export function createResting({ now = () => performance.now() } = {}): Resting {
  const tags = new Map<string, { uid: string; left: number }>();
  function turn(reader: string, left: number) {
    const tag = tags.get(reader);
    if (tag) tag.left = left;
  }
  function isStill(reader: string) {
    const tag = tags.get(reader);
    return tag !== undefined && now() - tag.left <= restsForMs;
  }
  return {
    isSame: (reader, uid) => isStill(reader) && tags.get(reader)?.uid === uid,
    isStill,
    lies(reader, uid) {
      if (uid === undefined) tags.delete(reader);
      else tags.set(reader, { uid, left: Number.POSITIVE_INFINITY });
    },
    leaves: (reader) => turn(reader, now()),
    returns: (reader) => turn(reader, now()),
  };
}
