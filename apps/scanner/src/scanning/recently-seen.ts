import type { Settings } from "../settings.ts";

/** The settings that decide whether a code or tag that was scanned before is scanned again. */
export type DuplicateRule = Pick<Settings, "repeats" | "repeatSeconds">;

/**
 * Suppresses duplicates. A key identifies a code by its format and content, and a tag by its UID or
 * else by its content.
 */
export type RecentlySeen = {
  /**
   * Records what is in sight now (in one camera frame, at one tap of a tag). Returns the keys that
   * count as new and those that were scanned before. A suppressed key that was never scanned is in
   * neither list.
   */
  observe(keys: readonly string[], rule: DuplicateRule): { fresh: string[]; repeated: string[] };
  /** Records a scan. Also suppresses the key while its code or tag stays in sight. */
  markScanned(key: string): void;
  /** Ignores keys in sight until their codes or tags have been out of sight for `goneAfterMs`. */
  suppress(keys: readonly string[]): void;
};

/**
 * The time out of sight after which a code or tag is no longer suppressed. A shaky hand loses a
 * code for less than a second.
 */
export const goneAfterMs = 1000;

/**
 * Creates the duplicate suppression. A code or tag that stays in front of the reader is scanned
 * once, whatever the rule. At most `maxGapMs` between two calls count as time out of sight: nothing
 * watches a code while a verdict is shown or the camera starts, and it may still be there.
 */
export function createRecentlySeen({
  maxGapMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
} = {}): RecentlySeen {
  /** The time when each suppressed key was last in sight. */
  const suppressed = new Map<string, number>();
  /** The time when each key that was scanned in this session was last in sight. */
  const scanned = new Map<string, number>();
  let lastScanned: string | undefined;
  let lastCall = now();
  /** The time in which something watched, in ms. */
  let watchedMs = 0;

  const watchTime = (): number => {
    const time = now();
    watchedMs += Math.min(time - lastCall, maxGapMs);
    lastCall = time;
    return watchedMs;
  };

  const isNew = (key: string, time: number, rule: DuplicateRule): boolean => {
    if (suppressed.has(key)) return false;
    const lastSeen = scanned.get(key);
    if (lastSeen === undefined || rule.repeats === "never") return true;
    if (rule.repeats === "row") return key !== lastScanned;
    return rule.repeats === "seconds" && time - lastSeen >= rule.repeatSeconds * 1000;
  };

  return {
    observe(keys, rule) {
      const time = watchTime();
      for (const [key, lastSeen] of suppressed) {
        if (time - lastSeen > goneAfterMs) suppressed.delete(key);
      }
      const distinct = [...new Set(keys)];
      const fresh = distinct.filter((key) => isNew(key, time, rule));
      for (const key of distinct) {
        if (suppressed.has(key)) suppressed.set(key, time);
        // Does not update a new key before it is scanned. Otherwise it would be a duplicate in the
        // next frame.
        if (scanned.has(key) && !fresh.includes(key)) scanned.set(key, time);
      }
      return {
        fresh,
        repeated: distinct.filter((key) => scanned.has(key) && !fresh.includes(key)),
      };
    },
    markScanned(key) {
      const time = watchTime();
      suppressed.set(key, time);
      scanned.set(key, time);
      lastScanned = key;
    },
    suppress(keys) {
      const time = watchTime();
      for (const key of keys) suppressed.set(key, time);
    },
  };
}
