import type { DatedThing } from "../registers/kinds/kind.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import type { DueStage } from "../registers/register.ts";
import type { CareCount } from "../store/care.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/**
 * How many things a register lends or inspects, and how they are. A blocked thing that is lent
 * counts as lent. Of `due`, `overdue` and `missed`, a thing counts for the last stage only, and a
 * blocked one for none unless it is lent.
 */
export type CareCounts = {
  things: number;
  people: number;
  lent: number;
  free: number;
  blocked: number;
  due: number;
  overdue: number;
  missed: number;
  failed: number;
  never: number;
};

/** Counts the things of a register by how they are at a time, in milliseconds since 1970. */
export async function countCare(
  store: Pick<Store, "countCare" | "countStock">,
  register: Pick<RegisterRecord, "id" | "kind" | "rules">,
  now: number,
): Promise<CareCounts> {
  const { people } = await store.countStock(register.id);
  const things = await store.countCare(register.id);
  const count = (test: (thing: CareCount) => boolean) =>
    things.filter(test).reduce((sum, each) => sum + each.count, 0);
  const isAt =
    (stage: DueStage) =>
    ({ status, group, dueAt, blocked }: CareCount) =>
      status !== undefined &&
      (!blocked || status === "lent") &&
      findStage(register, { status, group, dueAt }, now) === stage;
  return {
    things: count(() => true),
    people,
    lent: count(({ status }) => status === "lent"),
    free: count(({ status, blocked }) => status !== "lent" && !blocked),
    blocked: count(({ status, blocked }) => status !== "lent" && blocked),
    due: count(isAt("due")),
    overdue: count(isAt("overdue")),
    missed: count(isAt("missed")),
    failed: count(({ status }) => status === "failed"),
    never: count(({ status }) => status === undefined || status === "set"),
  };
}

/** Returns how far the date of a thing has come; undefined if it is not due. */
export function findStage(
  { kind, rules }: Pick<RegisterRecord, "kind" | "rules">,
  thing: DatedThing,
  now: number,
): DueStage | undefined {
  return kinds[kind].findStage?.(rules, thing, now);
}
