import type { FastifyBaseLogger } from "fastify";
import { released as newestRelease } from "../released.ts";
import type { NotedState } from "../store/alerts.ts";
import type { ClockJump } from "../store/clock.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createSteadyTime } from "./steady-time.ts";

/** Watches whether the clock of this machine is right. */
export type ClockWatch = {
  /** Returns one sentence that says that the clock is wrong; undefined while it seems right. */
  problem(): string | undefined;
  /**
   * Resolves once all stored times follow the current clock: to true if the clock seems right, and
   * to false if it is wrong. Until then, and while the clock is wrong, no data may be deleted for
   * its age.
   */
  isRight(): Promise<boolean>;
  /** Calls the listener with the milliseconds of every jump. */
  onJump(listener: (byMs: number) => void): void;
  /** Calls the listener with the milliseconds of every step, which may be a jump. */
  onStep(listener: (byMs: number) => void): void;
  close(): Promise<void>;
};

/**
 * A smaller step is an ordinary correction. It is shorter than every limit on ages but those of
 * deliveries and of contents that routes took, which the store moves with each step.
 */
const toleranceMs = 5 * 60_000;
/** Smaller steps count once they add up to this. */
const minStepMs = 500;

/**
 * Compares the clock with the date of the release, with the times in the store, and every second
 * with a steady time. Repairs the times in the store at the start and after each jump, and notes an
 * alert.
 */
export async function openClockWatch(parts: {
  store: Pick<
    Store,
    | "beginClockFault"
    | "endClockFault"
    | "followClock"
    | "repairTimes"
    | "listScans"
    | "noteAlertState"
  >;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  now?: () => Date;
  /** Milliseconds that do not depend on the clock, and that continue while the machine sleeps. */
  steadyMs?: () => number;
  released?: Date;
  everyMs?: number;
}): Promise<ClockWatch> {
  const { store, log, now = () => new Date(), everyMs = 1000, released = newestRelease } = parts;
  const steadyMs = parts.steadyMs ?? createSteadyTime();
  const isWrong = () => now() < released;
  const jumpListeners: ((byMs: number) => void)[] = [];
  const stepListeners: ((byMs: number) => void)[] = [];
  store.followClock(steadyMs);
  /** The lead of the clock over the steady time, which changes only if the clock is set. */
  let aheadMs = now().getTime() - steadyMs();
  let lastJumpAt = now();
  /** The id of the first scan after the start or the last jump. */
  let firstScan = await findNextScan();
  let hasStarted = await start();
  let following: Promise<void> = Promise.resolve();

  async function findNextScan(): Promise<number> {
    const [newest] = await store.listScans({}, { limit: 1 });
    return (newest?.id ?? 0) + 1;
  }

  /**
   * Compares the clock with the release and the store. Returns false if the store cannot be written
   * now, as on a full disk, which does not keep the hub from starting.
   */
  async function start(): Promise<boolean> {
    const shown = now().toISOString();
    try {
      const latest = await store.repairTimes({ released, toleranceMs });
      if (isWrong()) {
        await store.beginClockFault();
        await note("wrong", { shown });
      } else if (latest !== undefined) await note("future", { latest, shown });
      else {
        const state = { subject: "clock", state: "ok", from: "wrong", detail: { shown } };
        await store.noteAlertState(state);
      }
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log.warn({ reason: error.message }, "the clock could not be compared with stored times");
      return false;
    }
  }

  async function note(state: string, detail: NotedState["detail"]): Promise<void> {
    log.warn({ state, ...detail }, "the clock of this machine is or was wrong");
    await store.noteAlertState({ subject: "clock", state, detail });
  }

  /** Compares the clock with the steady time. */
  function check(): void {
    const newAheadMs = now().getTime() - steadyMs();
    const byMs = newAheadMs - aheadMs;
    if (Math.abs(byMs) < minStepMs) return;
    aheadMs = newAheadMs;
    for (const listener of stepListeners) listener(byMs);
    if (Math.abs(byMs) < toleranceMs) return;
    const after = now();
    const jump = { since: lastJumpAt, before: new Date(after.getTime() - byMs), after };
    lastJumpAt = after;
    for (const listener of jumpListeners) listener(byMs);
    following = following.then(() => follow(jump));
  }

  async function follow(jump: ClockJump): Promise<void> {
    try {
      await store.endClockFault(jump, firstScan);
      firstScan = await findNextScan();
      const detail = { before: jump.before.toISOString(), shown: jump.after.toISOString() };
      if (isWrong()) await store.beginClockFault();
      await note(isWrong() ? "wrong" : "corrected", detail);
    } catch (error) {
      log.error({ err: error }, "times could not follow a jump of the clock");
    }
  }

  const timer = setInterval(check, everyMs).unref();
  return {
    problem: () =>
      isWrong()
        ? `The clock of this machine shows ${now().toISOString()}, before this release was made. Set it: times of scans are wrong, and old scans are not deleted.`
        : undefined,
    async isRight() {
      check();
      await following;
      hasStarted ||= await start();
      return hasStarted && !isWrong();
    },
    onJump: (listener) => void jumpListeners.push(listener),
    onStep: (listener) => void stepListeners.push(listener),
    async close() {
      clearInterval(timer);
      await following;
    },
  };
}
