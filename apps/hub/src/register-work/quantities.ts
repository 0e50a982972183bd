import { maxQuantity, toThousandths } from "../registers/quantity.ts";
import type { MovementRecord } from "../store/movements.ts";
import type { EntryRecord } from "../store/registers.ts";

/**
 * Returns a number of units, such as 1.5, in thousandths of the unit. Returns undefined for a
 * negative number, one with more than three decimals, and one that is too large.
 */
export function toExactThousandths(units: number): number | undefined {
  const quantity = toThousandths(units);
  const isExact = Math.abs(quantity / 1000 - units) <= Number.EPSILON * Math.abs(units);
  return isExact && quantity >= 0 && quantity <= maxQuantity ? quantity : undefined;
}

function toUnits<Quantity extends number | undefined>(quantity: Quantity): Quantity {
  return (quantity === undefined ? undefined : quantity / 1000) as Quantity;
}

/** Returns an entry whose quantities are in units, not in thousandths. */
export function showEntry<Entry extends EntryRecord>(entry: Entry): Entry {
  const { minimum, amount, stock } = entry;
  if (minimum === undefined && amount === undefined && stock === undefined) return entry;
  const shown = { ...entry, stock: stock?.map((at) => ({ ...at, quantity: at.quantity / 1000 })) };
  if (minimum !== undefined) shown.minimum = toUnits(minimum);
  if (amount !== undefined) shown.amount = toUnits(amount);
  return shown;
}

/** Returns a movement whose quantity is in units, not in thousandths. */
export function showMovement<Movement extends MovementRecord>(movement: Movement): Movement {
  const { delta, counted } = movement;
  if (delta === undefined && counted === undefined) return movement;
  return { ...movement, delta: toUnits(delta), counted: toUnits(counted) };
}
