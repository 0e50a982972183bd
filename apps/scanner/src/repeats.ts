/**
 * Drops what was scanned a moment ago. A key names a thing: a code's format and content, a tag's UID.
 *
 * A *showing* is the time a thing stays in front of the reader: however long that is, it counts once. The rule says
 * when a new showing counts: always, unless it is the one scanned last, when it was out of sight for some seconds, or
 * never again in this session.
 */
export type RepeatRule = {
  repeats: "never" | "row" | "seconds" | "session";
  repeatSeconds: number;
};

export type Repeats = {
  /** One look (a frame, a tap): which of the keys in sight count as new, and which were scanned before. */
  look(keys: readonly string[], rule: RepeatRule): { fresh: string[]; repeated: string[] };
  /** The thing was scanned. */
  take(key: string): void;
  /** The thing is in sight and dealt with: it does not count again before it was out of sight. */
  settle(key: string): void;
};

/** Out of sight for this long, and the showing is over. A shaky hand loses a code for some frames, not for a second. */
export const goneAfterMs = 1000;

export function createRepeats({ now = () => performance.now() } = {}): Repeats {
  /** Things dealt with and still in sight, and when they were seen last. */
  const settled = new Map<string, number>();
  /** Things scanned in this session, and when they were seen last. */
  const scanned = new Map<string, number>();
  let lastScanned: string | undefined;

  const counts = (key: string, at: number, rule: RepeatRule): boolean => {
    if (settled.has(key)) return false;
    const seen = scanned.get(key);
    if (seen === undefined || rule.repeats === "never") return true;
    if (rule.repeats === "row") return key !== lastScanned;
    return rule.repeats === "seconds" && at - seen >= rule.repeatSeconds * 1000;
  };

  return {
    look(keys, rule) {
      const at = now();
      for (const [key, seen] of settled) if (at - seen > goneAfterMs) settled.delete(key);
      const distinct = [...new Set(keys)];
      const fresh = distinct.filter((key) => counts(key, at, rule));
      for (const key of distinct) {
        if (settled.has(key)) settled.set(key, at);
        // What is new keeps its old time until it is taken, or waiting for a second frame would make it a repeat.
        if (scanned.has(key) && !fresh.includes(key)) scanned.set(key, at);
      }
      return {
        fresh,
        repeated: distinct.filter((key) => scanned.has(key) && !fresh.includes(key)),
      };
    },
    take(key) {
      settled.set(key, now());
      scanned.set(key, now());
      lastScanned = key;
    },
    settle(key) {
      settled.set(key, now());
    },
  };
}
