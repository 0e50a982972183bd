import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

/**
 * Checks out everybody who came in before a time, in milliseconds since 1970. `register` is the id
 * of the register.
 */
export type ExitAll = (exit: { register: number; before: number }) => Promise<unknown>;

type ExitParts = { store: Pick<Store, "registers">; exitAll: ExitAll; now?: () => Date };

/**
 * Checks everybody out at the time of day that the rules of a register name. If the hub was not
 * running then, does so after its start.
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
 * Returns a function that checks everybody out of each register whose time has come, once for each
 * time: guests who are inside again because of an undo stay inside.
 */
export function createExitAll({
  store,
  exitAll,
  now = () => new Date(),
}: ExitParts): () => Promise<void> {
  const lastExits = new Map<number, number>();
  return async () => {
    for (const { id, inside, rules } of await store.registers()) {
      if (rules.exitAllAt === undefined || inside === 0) continue;
      const before = findLastTime(rules.exitAllAt, now());
      if (lastExits.get(id) === before) continue;
      await exitAll({ register: id, before });
      lastExits.set(id, before);
    }
  };
}

/**
 * Returns the last time when it was this time of day, in milliseconds since 1970. `timeOfDay` is
 * `HH:MM` in the time zone of the process.
 */
export function findLastTime(timeOfDay: string, now: Date): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(":").map(Number);
  const findTime = (dayOffset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + dayOffset, hours, minutes);
  const today = findTime(0);
  return (today <= now ? today : findTime(-1)).getTime();
}
