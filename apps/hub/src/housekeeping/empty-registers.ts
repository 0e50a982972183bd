import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

const dayMs = 86_400_000;

/** Deletes the guests of registers after their `keepDays`, every hour while the clock is right. */
export function startEmptyingRegisters(
  parts: {
    store: EmptyingStore;
    clock: Pick<ClockWatch, "isRight">;
    log: Pick<FastifyBaseLogger, "error">;
    now?: () => Date;
  },
  times: Parameters<typeof startHourly>[2] = {},
): Hourly {
  const { store, clock, log, now = () => new Date() } = parts;
  return startHourly(
    async () => {
      if (await clock.isRight()) await emptyRegisters(store, now());
    },
    (error) => log.error({ err: error }, "a register was not emptied; the hub tries again"),
    times,
  );
}

type EmptyingStore = Pick<Store, "countedRegisters" | "emptyRegister">;

/** Deletes the guests of every register that ended more than its `keepDays` ago. */
export async function emptyRegisters(store: EmptyingStore, now: Date): Promise<void> {
  for (const register of await store.countedRegisters()) {
    const { id, keepDays, entries } = register;
    if (keepDays === undefined || entries === 0) continue;
    if (findEnd(register) + keepDays * dayMs < now.getTime()) await store.emptyRegister(id);
  }
}

/**
 * Returns when a register closed, or else when it was last used or changed, in milliseconds since
 * 1970.
 */
function findEnd({ rules, lastMovementAt, changedAt }: RegisterRecord): number {
  if (rules.closes !== undefined) return Date.parse(rules.closes);
  return Math.max(Date.parse(changedAt), lastMovementAt ? Date.parse(lastMovementAt) : 0);
}
