import { setTimeout as sleep } from "node:timers/promises";

/** The watch over one scan, from its arrival to its answer, at an inbox that feeds a register. */
export type GuessWatch = {
  /**
   * Takes the decision into account. Returns undefined if the answer may go out now, and otherwise
   * a promise that resolves when its turn comes. `isUnknown`: no entry has the code, and the scan
   * is no repeat.
   */
  decided(isUnknown: boolean): Promise<void> | undefined;
  /** Ends the watch without a decision. */
  cancel(): void;
};

/** An inbox, and one of its users or, if it is open, an address. */
export type GuessSender = { inbox: string; sender: string };

/**
 * Slows down senders that try out codes. Each sender has a limit of its own, so that none waits
 * for another.
 */
export type GuessLimit = {
  /**
   * Begins to watch a scan. Returns "full", and counts nothing, if the scan must be refused because
   * `maxWaiting` answers to the sender already wait.
   */
  enter(from: GuessSender): GuessWatch | "full";
};

/** The number of unknown codes that a sender may send in a minute before it is slowed down. */
export const freeGuesses = 30;

/** The interval between the answers to a sender that is slowed down, in milliseconds. */
export const answerIntervalMs = 1000;

/**
 * The maximum number of scans of a slowed sender that wait for their answers. At one answer a
 * second, the last one still comes before senders give up.
 */
export const maxWaiting = 10;

const minuteMs = 60_000;
const maxSenders = 10_000;

type Sender = {
  /** The unknown codes that it may still send; below zero after many at the same time. */
  guessesLeft: number;
  /** When `guessesLeft` was last refilled, in milliseconds of `now`. */
  refilledAt: number;
  /** The number of scans without an answer. */
  waiting: number;
  /** When the last of the waiting answers goes out, in milliseconds of `now`. */
  lastTurnAt: number;
};

/**
 * Creates a limit with a token bucket for each sender. While a bucket is empty, all answers to its
 * sender are slowed down, also those to known codes, because the speed of an answer would tell the
 * codes apart. `onGuessing` is called whenever a bucket becomes empty. Once `closing` aborts, no
 * answer waits any more. Keeps at most 10,000 buckets and drops the least recently used first.
 */
export function createGuessLimit({
  onGuessing,
  closing,
  now = () => performance.now(),
  wait = (ms, signal) => sleep(ms, undefined, { signal }),
}: {
  onGuessing?: (from: GuessSender) => void;
  closing?: AbortSignal;
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
} = {}): GuessLimit {
  const senders = new Map<string, Sender>();

  function find(key: string): Sender {
    const time = now();
    const { guessesLeft, refilledAt, waiting, lastTurnAt } = senders.get(key) ?? {
      guessesLeft: freeGuesses,
      refilledAt: time,
      waiting: 0,
      lastTurnAt: 0,
    };
    const earned = ((time - refilledAt) / minuteMs) * freeGuesses;
    return {
      guessesLeft: Math.min(freeGuesses, guessesLeft + earned),
      refilledAt: time,
      waiting,
      lastTurnAt,
    };
  }

  function keep(key: string, sender: Sender): void {
    // A Map keeps the order of insertion, so the first key is the one unused for longest.
    senders.delete(key);
    if (sender.waiting === 0 && sender.guessesLeft >= freeGuesses) return;
    senders.set(key, sender);
    if (senders.size > maxSenders) senders.delete(senders.keys().next().value!);
  }

  function leave(key: string): void {
    const sender = find(key);
    keep(key, { ...sender, waiting: Math.max(0, sender.waiting - 1) });
  }

  async function waitForTurn(key: string, sender: Sender): Promise<void> {
    const time = now();
    const turnAt = Math.max(time, sender.lastTurnAt) + answerIntervalMs;
    keep(key, { ...sender, lastTurnAt: turnAt });
    // An aborted wait only ends early.
    await wait(turnAt - time, closing).catch(() => {});
    leave(key);
  }

  return {
    enter(from) {
      const key = `${from.inbox} ${from.sender}`;
      const arrived = find(key);
      if (arrived.guessesLeft < 1 && arrived.waiting >= maxWaiting) return "full";
      keep(key, { ...arrived, waiting: arrived.waiting + 1 });
      return {
        decided(isUnknown) {
          const before = find(key);
          const sender = { ...before, guessesLeft: before.guessesLeft - (isUnknown ? 1 : 0) };
          keep(key, sender);
          if (before.guessesLeft >= 1 && sender.guessesLeft < 1) onGuessing?.(from);
          if (before.guessesLeft >= 1 || sender.waiting > maxWaiting) return void leave(key);
          return waitForTurn(key, sender);
        },
        cancel: () => leave(key),
      };
    },
  };
}
