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
  /** Records a scan. Also suppresses the key while its code or tag stays in sight, if it is. */
  markScanned(key: string, options?: { isInSight?: boolean }): void;
  /** Ignores keys in sight until their codes or tags have been out of sight for `goneAfterMs`. */
  suppress(keys: readonly string[]): void;
  /**
   * Ignores suppressed keys until they have been out of sight from now on. Call it when watching
   * goes on after a pause, in which codes may have stayed where they were.
   */
  resume(): void;
};

/**
 * The time out of sight after which a code or tag is no longer suppressed. A shaky hand loses a
 * code for less than a second.
 */
export const goneAfterMs = 1000;

/** A pause between two camera frames. Slow phones read a frame in less time. */
const pauseMs = 2000;
/** After a pause of this length, a code in sight counts as shown again. */
const longPauseMs = 60_000;

/**
 * Creates the duplicate suppression. A code or tag that stays in front of the reader is scanned
 * once, whatever the rule. A camera, which `isCamera` stands for, watches continuously: if it
 * pauses for a moment, the codes that it saw before may have stayed in front of it.
 */
export function createRecentlySeen({
  isCamera = false,
  now = () => performance.now(),
} = {}): RecentlySeen {
  /** The time when each suppressed key was last in sight. */
  const suppressed = new Map<string, number>();
  /** The time when each key that was scanned in this session was last in sight. */
  const scanned = new Map<string, number>();
  let lastScanned: string | undefined;
  let lastCall = now();

  const resume = () => {
    for (const key of suppressed.keys()) suppressed.set(key, now());
  };
  const watchTime = (): number => {
    const time = now();
    const gapMs = time - lastCall;
    if (isCamera && gapMs > pauseMs && gapMs < longPauseMs) resume();
    lastCall = time;
    return time;
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
    markScanned(key, { isInSight = true } = {}) {
      const time = watchTime();
      if (isInSight) suppressed.set(key, time);
      scanned.set(key, time);
      lastScanned = key;
    },
    suppress(keys) {
      const time = watchTime();
      for (const key of keys) suppressed.set(key, time);
    },
    resume,
  };
}
