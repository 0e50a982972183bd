import { setTimeout as sleep } from "node:timers/promises";

/** A scan between its arrival and its answer, at an inbox that feeds a register. */
export type GuessWatch = {
  /**
   * Takes the decision into account. Returns nothing if the answer may go out now, and otherwise a
   * promise of the moment when it is its turn. `isUnknown`: no entry has the code, and the scan is
   * no repeat.
   */
  decided(isUnknown: boolean): Promise<void> | undefined;
  /** Call when there is no decision. */
  cancel(): void;
};

/** An inbox, and one of its users or, if it is open, an address. */
export type GuessSender = { inbox: string; sender: string };

/**
 * Slows senders down that try out codes. Each sender has a limit of its own, so that nobody waits
 * for another one.
 */
export type GuessLimit = {
  /**
   * Returns "full", and counts nothing, when so many answers to the sender wait that the scan is
   * refused.
   */
  enter(from: GuessSender): GuessWatch | "full";
};

/** So many unknown codes in a minute are free. */
export const freeGuesses = 30;

/** The answers to a sender who is slowed down go out so far apart. */
export const turnMs = 1000;

/**
 * The most scans of a slowed sender that are decided and answered at a time: fewer seconds than
 * senders wait.
 */
export const maxWaiting = 10;

const minuteMs = 60_000;
const maxSenders = 10_000;

type Sender = {
  /** The unknown codes that are still free; below zero after many at the same time. */
  free: number;
  filledAt: number;
  waiting: number;
  turnAt: number;
};

/**
 * Creates a token bucket for each sender. While it is empty, the sender is slowed: all answers,
 * also to right codes, because the speed of an answer would tell them apart. `onGuessing` is called
 * whenever a bucket becomes empty. Once `closing` aborts, nobody waits any more. Holds at most
 * 10,000 buckets and forgets the longest unused first.
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
    const at = now();
    const { free, filledAt, waiting, turnAt } = senders.get(key) ?? {
      free: freeGuesses,
      filledAt: at,
      waiting: 0,
      turnAt: 0,
    };
    const earned = ((at - filledAt) / minuteMs) * freeGuesses;
    return { free: Math.min(freeGuesses, free + earned), filledAt: at, waiting, turnAt };
  }

  function keep(key: string, sender: Sender): void {
    // A Map keeps the order of insertion, so the first key is the one unused for longest.
    senders.delete(key);
    if (sender.waiting === 0 && sender.free >= freeGuesses) return;
    senders.set(key, sender);
    if (senders.size > maxSenders) senders.delete(senders.keys().next().value!);
  }

  function leave(key: string): void {
    const sender = find(key);
    keep(key, { ...sender, waiting: Math.max(0, sender.waiting - 1) });
  }

  async function waitForTurn(key: string, sender: Sender): Promise<void> {
    const at = now();
    const turnAt = Math.max(at, sender.turnAt) + turnMs;
    keep(key, { ...sender, turnAt });
    // An aborted wait only ends early.
    await wait(turnAt - at, closing).catch(() => {});
    leave(key);
  }

  return {
    enter(from) {
      const key = `${from.inbox} ${from.sender}`;
      const arrived = find(key);
      if (arrived.free < 1 && arrived.waiting >= maxWaiting) return "full";
      keep(key, { ...arrived, waiting: arrived.waiting + 1 });
      return {
        decided(isUnknown) {
          const before = find(key);
          const sender = { ...before, free: before.free - (isUnknown ? 1 : 0) };
          keep(key, sender);
          if (before.free >= 1 && sender.free < 1) onGuessing?.(from);
          if (before.free >= 1 || sender.waiting > maxWaiting) return void leave(key);
          return waitForTurn(key, sender);
        },
        cancel: () => leave(key),
      };
    },
  };
}
