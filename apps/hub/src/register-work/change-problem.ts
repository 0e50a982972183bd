import type { ErrorCode } from "../http/errors.ts";
import { isOfPeople } from "../registers/register.ts";
import type { EntryChange, EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";

/** Why an entry cannot have a value, and the field with that value. */
type EntryProblem = { code: ErrorCode; reason?: string; field: string };

/**
 * Resolves to why an entry cannot be changed so; undefined if it can. Only a stock has number cards
 * and quantities. Neither the unit of an article nor the role of an entry changes while there is a
 * quantity of it or at it, nor the role while it is lent or has things.
 */
export async function findChangeProblem(
  store: Pick<Store, "countAtPlace" | "entries" | "entry" | "registers">,
  register: Pick<RegisterRecord, "name" | "kind" | "entriesFrom">,
  entry: EntryRecord,
  change: EntryChange,
): Promise<EntryProblem | undefined> {
  const { role, unit } = change;
  const problem = findKindProblem(register, change);
  if (problem) return problem;
  const changesUnit = unit !== undefined && (unit ?? undefined) !== entry.unit;
  const changesRole = role !== undefined && (role ?? undefined) !== entry.role;
  if (!changesUnit && !changesRole) return undefined;
  const hasQuantity = entry.stock?.some(({ quantity }) => quantity !== 0) ?? false;
  const isInUse =
    hasQuantity ||
    (changesRole && entry.role === "place" && (await store.countAtPlace(entry.id)) > 0);
  const field = changesUnit ? "unit" : "role";
  if (isInUse) return { code: "stock-in-the-way", field };
  return changesRole ? findLoanProblem(store, register, entry) : undefined;
}

/**
 * Resolves to why a thing or a person cannot change its role: it is lent, or they have things, by a
 * register that shares its list.
 */
async function findLoanProblem(
  store: Pick<Store, "entries" | "entry" | "registers">,
  { name, entriesFrom: list = name }: Pick<RegisterRecord, "name" | "entriesFrom">,
  { id, role }: EntryRecord,
): Promise<EntryProblem | undefined> {
  const problem = { code: "stock-in-the-way", field: "role" } as const;
  for (const register of await store.registers()) {
    const { kind, entriesFrom = register.name } = register;
    if (kind !== "loans" || entriesFrom !== list) continue;
    if ((await store.entry(register.id, id))?.care?.status === "lent")
      return { ...problem, reason: say("is-lent") };
    if (role !== "person") continue;
    if ((await store.entries(register.id, { holder: id, limit: 1 })).length > 0)
      return { ...problem, reason: say("person-has-things") };
  }
}

/** Returns why an entry of a register of this kind cannot have these values. */
export function findKindProblem(
  { kind }: Pick<RegisterRecord, "kind">,
  values: Pick<EntryChange, (typeof ofStock)[number] | "role">,
): EntryProblem | undefined {
  if (kind === "stock") return undefined;
  const field = ofStock.find((name) => values[name] != null);
  if (field !== undefined)
    return { code: "not-an-action", reason: say("only-stock-has-units"), field };
  const { role } = values;
  if (role == null || (!isOfPeople(kind) && role !== "number")) return undefined;
  const reason =
    role === "number" ? say("only-stock-has-number-cards") : say("check-in-has-no-roles");
  return { code: "not-an-action", reason, field: "role" };
}

/** The values that only entries of a stock have. */
const ofStock = ["unit", "minimum", "amount", "recalled"] as const;
