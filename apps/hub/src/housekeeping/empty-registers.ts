import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import { forgetOldLeads } from "../register-work/forget-leads.ts";
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

type EmptyingStore = Pick<
  Store,
  | "countedRegisters"
  | "deleteScans"
  | "emptyRegister"
  | "entries"
  | "eraseForgotten"
  | "forgetEntries"
  | "leadsToForget"
  | "scansAbout"
>;

/**
 * Deletes the guests of every register that ended more than its `keepDays` ago, once they have
 * brought back what another register has lent them. Deletes each lead `keepDays` after its last
 * scan, with its scans, and leads without consent earlier.
 */
export async function emptyRegisters(store: EmptyingStore, now: Date): Promise<void> {
  const registers = await store.countedRegisters();
  for (const register of registers) {
    const { id, name, kind, keepDays, entries } = register;
    if (kind === "leads" && entries > 0) await forgetLeadsOf(store, register, now);
    if (keepDays === undefined || entries === 0) continue;
    const lending = registers.filter(({ peopleFrom }) => peopleFrom === name);
    const end = Math.max(findEnd(register), ...lending.map(findLastUse));
    if (end + keepDays * dayMs >= now.getTime()) continue;
    if (!(await haveLent(store, lending))) await store.emptyRegister(id);
  }
  await store.eraseForgotten();
}

async function forgetLeadsOf(
  store: EmptyingStore,
  { id, keepDays }: RegisterRecord,
  now: Date,
): Promise<void> {
  const unseenSince = keepDays === undefined ? 0 : now.getTime() - keepDays * dayMs;
  await forgetOldLeads(store, id, { unseenSince, now: now.getTime() });
}

async function haveLent(
  store: EmptyingStore,
  registers: readonly RegisterRecord[],
): Promise<boolean> {
  for (const { id } of registers)
    if ((await store.entries(id, { care: "lent", limit: 1 })).length > 0) return true;
  return false;
}

function findLastUse({ lastMovementAt }: RegisterRecord): number {
  return lastMovementAt ? Date.parse(lastMovementAt) : 0;
}

/**
 * Returns when a register closed, or else when it was last used or changed, in milliseconds since
 * 1970.
 */
function findEnd(register: RegisterRecord): number {
  const { rules, changedAt } = register;
  if (rules.closes !== undefined) return Date.parse(rules.closes);
  return Math.max(Date.parse(changedAt), findLastUse(register));
}
