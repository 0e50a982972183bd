import type { ProductFacts } from "../product-facts.ts";
import { convertQuantity, isWeight, maxQuantity } from "../quantity.ts";
import type { Occasion } from "./kind.ts";

/** Returns the quantity of a scan in thousandths of the unit, or the code that refuses it. */
export function findQuantity(
  { quantity, hand, facts, action }: Occasion,
  unit: string | undefined,
): number | "no-quantity" | "wrong-unit" | "too-much" {
  const given = quantity ?? hand?.quantity ?? readQuantity(facts, unit);
  if (typeof given === "string") return given;
  if (given > maxQuantity) return "too-much";
  return given > 0 || (given === 0 && action === "count") ? given : "no-quantity";
}

/** Returns the quantity that a code contains, 1 unless it does. Things are not weighed unseen. */
function readQuantity(
  { count, weight, measure }: ProductFacts,
  unit: string | undefined,
): number | "no-quantity" | "wrong-unit" {
  if (isWeight(unit)) {
    if (!weight) return "no-quantity";
    return convertQuantity(weight.value, weight.unit, unit!) ?? "wrong-unit";
  }
  if (measure && measure.unit === unit) return measure.value;
  return count ?? 1000;
}
