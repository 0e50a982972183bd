import { formatQuantity, parseQuantity, toThousandths } from "../../../src/registers/quantity.ts";
import type { Entry } from "./registers.ts";

/** Formats a quantity in units, such as `1.5 kg`, or `3` for pieces. */
export function showQuantity(units: number, unit?: string): string {
  return formatQuantity(toThousandths(units), unit);
}

/** Parses a quantity that a person typed. Returns units, or one sentence about the mistake. */
export function readQuantity(text: string): number | string {
  const parsed = parseQuantity(text);
  return typeof parsed === "number" ? parsed / 1000 : parsed;
}

/** Returns how much of an article there is at all places, in units. */
export function sumStock({ stock = [] }: Pick<Entry, "stock">): number {
  return stock.reduce((total, { quantity }) => total + toThousandths(quantity), 0) / 1000;
}

/** Returns whether there is less of an article than its minimum. */
export function isLow(entry: Pick<Entry, "stock" | "minimum">): boolean {
  return entry.minimum !== undefined && sumStock(entry) < entry.minimum;
}
