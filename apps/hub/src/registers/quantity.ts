import { say } from "../texts/exact-message.ts";

/**
 * The largest quantity at a place and of a movement, in thousandths of a unit: 1,000 million units.
 */
export const maxQuantity = 1_000_000_000_000;

/** Returns a number of units, such as 1.5, in thousandths of the unit, rounded to whole ones. */
export function toThousandths(units: number): number {
  return Math.round(units * 1000);
}

/** Formats a quantity in thousandths of a unit, such as `1.5 kg`, or `3` for pieces. */
export function formatQuantity(quantity: number, unit?: string): string {
  return unit === undefined ? String(quantity / 1000) : `${quantity / 1000} ${unit}`;
}

/**
 * Parses a quantity that a person wrote, such as `12`, `1.5` or `1,5`, into thousandths of a unit.
 * Returns one sentence for a text that is no quantity from 0 to 1,000 million with at most three
 * decimals, or that has a comma of which nobody knows what it separates.
 */
export function parseQuantity(text: string): number | string {
  const ambiguity = findAmbiguity(text.trim());
  if (ambiguity) return say("quoted-problem", { label: text.trim(), problem: ambiguity });
  const [, whole, decimals = ""] = /^(\d{1,10})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return say("quantity-none", { text: text.slice(0, 40) });
  const quantity = Number(whole) * 1000 + Number(decimals.padEnd(3, "0"));
  return quantity <= maxQuantity ? quantity : say("quantity-too-much", { text });
}

/**
 * Returns the end of a sentence about digits whose comma may separate thousands or decimals, such
 * as `1,250`; undefined for others.
 */
export function findAmbiguity(digits: string): string | undefined {
  const [, whole, decimals] = /^(?!0,)(\d{1,3}),(\d{3})$/.exec(digits) ?? [];
  const [thousands, decimal] = [`${whole}${decimals}`, `${whole}.${decimals}`];
  return whole && say("number-ambiguous", { thousands, decimal });
}

const grams: Readonly<Record<string, number>> = { kg: 1000, g: 1 };
const ounces: Readonly<Record<string, number>> = { lb: 16, oz: 1 };

/** Returns whether things with this unit are weighed. */
export function isWeight(unit: string | undefined): boolean {
  return unit !== undefined && (Object.hasOwn(grams, unit) || Object.hasOwn(ounces, unit));
}

/**
 * Converts a quantity between units of the same system, such as kg and g. Returns undefined if that
 * is impossible without rounding.
 */
export function convertQuantity(quantity: number, from: string, to: string): number | undefined {
  if (from === to) return quantity;
  for (const system of [grams, ounces]) {
    const [fromSize, toSize] = [system[from], system[to]];
    if (fromSize === undefined || toSize === undefined) continue;
    const converted = (quantity * fromSize) / toSize;
    return Number.isSafeInteger(converted) ? converted : undefined;
  }
  return undefined;
}
