import { type Plan, parsePlan, serializePlan, type UnitSystem } from "@scanhook/rooms";
import { parseWalk, type Walk } from "./walk.ts";

/** A plan that is kept on this device. */
export type KeptPlan = {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  changedAt: number;
  name: string;
  units: UnitSystem;
  /** Undefined until its first room is closed. Its walls always close, so it can be drawn. */
  plan: Plan | undefined;
  /** A room that is being scanned and is not closed yet. */
  walk: Walk | undefined;
};

/** Returns a new plan without rooms. */
export function newPlan(name: string, units: UnitSystem, now = Date.now()): KeptPlan {
  const id = crypto.randomUUID();
  return { id, createdAt: now, changedAt: now, name, units, plan: undefined, walk: undefined };
}

/** Converts a plan to the form that is stored as JSON. */
export function storePlan({ plan, ...rest }: KeptPlan): object {
  return { ...rest, plan: plan && JSON.parse(serializePlan(plan)) };
}

/** Parses a stored plan. Returns undefined for anything else, such as a file that was cut off. */
export function parseKeptPlan(value: unknown): KeptPlan | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, createdAt, changedAt, name, units, plan, walk } = value as Record<string, unknown>;
  if (typeof id !== "string" || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
  if (!isTime(createdAt) || !isTime(changedAt) || typeof name !== "string") return undefined;
  const parsed = plan === undefined ? undefined : parsePlan(JSON.stringify(plan));
  if (parsed && !parsed.ok) return undefined;
  return {
    id,
    createdAt,
    changedAt,
    name,
    units: units === "imperial" ? "imperial" : "metric",
    plan: parsed?.plan,
    walk: parseWalk(walk),
  };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);
