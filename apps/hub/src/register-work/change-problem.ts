import type { ErrorCode } from "../http/errors.ts";
import type { EntryChange, EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/**
 * Resolves to why an entry cannot be changed so; undefined if it can. Only a stock has places,
 * number cards and articles, and neither the unit of an article nor the role of an entry changes
 * while there is a quantity of it or at it.
 */
export async function findChangeProblem(
  store: Pick<Store, "countAtPlace">,
  { kind }: Pick<RegisterRecord, "kind">,
  entry: EntryRecord,
  change: EntryChange,
): Promise<{ code: ErrorCode; reason?: string } | undefined> {
  const { role, unit, minimum, amount, recalled } = change;
  const ofStock = [role, unit, minimum, amount, recalled].some((value) => value != null);
  if (ofStock && kind !== "stock")
    return { code: "not-an-action", reason: "Only a stock has roles, units and quantities." };
  const changesUnit = unit !== undefined && (unit ?? undefined) !== entry.unit;
  const changesRole = role !== undefined && (role ?? undefined) !== entry.role;
  if (!changesUnit && !changesRole) return undefined;
  const hasQuantity = entry.stock?.some(({ quantity }) => quantity !== 0) ?? false;
  const isInUse =
    hasQuantity ||
    (changesRole && entry.role === "place" && (await store.countAtPlace(entry.id)) > 0);
  return isInUse ? { code: "stock-in-the-way" } : undefined;
}
