import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

/**
 * Checks out everybody in a register, given by its id, who came in before a time, in milliseconds
 * since 1970.
 */
export type ExitAll = (exit: { register: number; before: number }) => Promise<unknown>;

type ExitParts = { store: Pick<Store, "registers">; exitAll: ExitAll; now?: () => Date };

/**
 * Checks everybody out at the time of day that the rules of a register name, also if the hub was
 * not running then.
 */
export function startExitAll(
  parts: ExitParts & { clock: Pick<ClockWatch, "isRight">; log: Pick<FastifyBaseLogger, "error"> },
  times: Parameters<typeof startHourly>[2] = { firstMs: 3000, everyMs: 15_000 },
): Hourly {
  const exitWhereDue = createExitAll(parts);
  return startHourly(
    async () => {
      if (await parts.clock.isRight()) await exitWhereDue();
    },
    (err) => parts.log.error({ err }, "guests were not checked out; the hub tries again"),
    times,
  );
}

/**
 * Returns a function that checks everybody out of each register whose time has come. It asks the
 * store once for each time: who comes back through an undo stays in.
 */
export function createExitAll({
  store,
  exitAll,
  now = () => new Date(),
}: ExitParts): () => Promise<void> {
  const done = new Map<number, number>();
  return async () => {
    for (const { id, inside, rules } of await store.registers()) {
      if (rules.exitAllAt === undefined || inside === 0) continue;
      const before = findLastTime(rules.exitAllAt, now());
      if (done.get(id) === before) continue;
      await exitAll({ register: id, before });
      done.set(id, before);
    }
  };
}

/**
 * Returns when it was last this time of day, `HH:MM`, in the time zone of the process. In
 * milliseconds since 1970.
 */
export function findLastTime(timeOfDay: string, now: Date): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(":").map(Number);
  const on = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes).getTime();
  return on(0) <= now.getTime() ? on(0) : on(-1);
}
