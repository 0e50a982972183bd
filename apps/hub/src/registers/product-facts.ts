import { type Gs1Part, hasValidCheckDigit, type LabelPart } from "@scanhook/content";
import { parseProductCode } from "./product-code.ts";

/**
 * The facts that a bar code contains about the pieces that it is on. Quantities are integers in
 * thousandths of their unit. Times are milliseconds since 1970.
 */
export type ProductFacts = {
  lot?: string;
  serial?: string;
  /** The first moment at which the pieces count as expired. */
  expires?: number;
  /** The first moment after the last day on which the pieces are at their best. */
  bestBefore?: number;
  /** How many pieces there are, in thousandths of a piece. */
  count?: number;
  /** The net weight. */
  weight?: { value: number; unit: "kg" | "lb" | "oz" };
  /** The net length, area or volume, with the unit that GS1 names, such as `m`, `m²` or `l`. */
  measure?: { value: number; unit: string };
  /** The check digit of a GS1 code does not fit its other digits, as after a misread. */
  problem?: "wrong-check-digit";
};

/** The facts about something that was not scanned. */
export const noFacts: ProductFacts = {};

/**
 * Reads the facts in a GS1 code or on the label of a supplier. Returns none for any other text. A
 * day ends at midnight in the time zone of the process, and a month on its last day (GS1 General
 * Specifications, 3.4.7). Weights and measures are net, and quantities with more than three
 * decimals are rounded half up. Leaves out values that are malformed, or too large for a safe
 * integer. `now`, in milliseconds since 1970, decides the century of a date.
 */
export function readProductFacts(content: string, now: number): ProductFacts {
  const text = content.trim();
  const code = parseProductCode(text, new Date(now));
  if (code === undefined) return isMisreadLink(text) ? { problem: "wrong-check-digit" } : {};
  return dropUndefined(
    code.standard === "gs1" ? readGs1Facts(code.parts) : readLabelFacts(code.parts),
  );
}

type Facts = { [Name in keyof ProductFacts]: ProductFacts[Name] | undefined };

function readGs1Facts(parts: readonly Gs1Part[]): Facts {
  const sound = new Map<string, Gs1Part>();
  for (const part of parts) {
    const isFirst = !sound.has(part.identifier);
    if (isFirst && !part.malformed) sound.set(part.identifier, part);
  }
  const count = sound.get("30") ?? sound.get("37");
  return {
    lot: sound.get("10")?.value,
    serial: sound.get("21")?.value,
    expires: toEnd(sound.get("7003") ?? sound.get("17")),
    bestBefore: toEnd(sound.get("15")),
    count: count && toThousandths(count.value),
    weight: findWeight([...sound.values()]),
    measure: findAmount([...sound.values()], measureIdentifier),
    problem: parts.some(isMisread) ? "wrong-check-digit" : undefined,
  };
}

/** The identifiers of a net weight in kilograms, pounds and ounces. */
const weightIdentifier = /^(?:310|320|357)\d$/;

/**
 * The identifiers of a net length (the first dimension), area and volume; not of widths and
 * heights, nor of the gross measures of what is packed.
 */
const measureIdentifier = /^(?:311|32[123]|314|35[012]|31[56]|36[01456])\d$/;

function findAmount(parts: readonly Gs1Part[], identifiers: RegExp): ProductFacts["measure"] {
  const amount = parts.find(({ identifier }) => identifiers.test(identifier))?.amount;
  const value = amount && toThousandths(amount.number);
  return amount === undefined || value === undefined ? undefined : { value, unit: amount.unit };
}

function findWeight(parts: readonly Gs1Part[]): ProductFacts["weight"] {
  const { value, unit } = findAmount(parts, weightIdentifier) ?? {};
  const isWeight = unit === "kg" || unit === "lb" || unit === "oz";
  return value !== undefined && isWeight ? { value, unit } : undefined;
}

function isMisread({ identifier, wrongCheckDigit }: Gs1Part): boolean {
  return wrongCheckDigit === true && /^(?:0[0-2]|8003)$/.test(identifier);
}

/** The length of the texts that `parseGs1` reads, in UTF-16 code units. */
const maxLinkLength = 10_000;

/** A Digital Link of a product, a container or a returnable asset, with the digits of its key. */
const link = /^https?:\/\/[^?#]*\/(?:01\/(\d{14})|00\/(\d{18})|8003\/0(\d{13})[^/?#]*)(?:[/?#]|$)/i;

/** Returns whether a text is a Digital Link but for the check digit of its key. */
function isMisreadLink(text: string): boolean {
  if (text.length > maxLinkLength || !/^https?:/i.test(text)) return false;
  const digits = link
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined);
  return digits !== undefined && !hasValidCheckDigit(digits);
}

/** The longest lot or serial number that is read, in UTF-16 code units. GS1 allows 20. */
const maxNumberLength = 100;

function readLabelFacts(parts: readonly LabelPart[]): Facts {
  const find = (identifier: string) => parts.find((part) => part.identifier === identifier);
  const number = (identifier: string) => {
    const value = find(identifier)?.value.trim() ?? "";
    const isFit = value !== "" && value.length <= maxNumberLength && !/\p{C}/u.test(value);
    return isFit ? value : undefined;
  };
  const quantity = find("Q");
  // D is a date of any meaning, but on packages of medicines, which have 9N, the expiration (IFA).
  return {
    lot: number("1T"),
    serial: number("S"),
    expires: toEnd(find("14D") ?? (find("9N") && find("D"))),
    count: quantity && toThousandths(quantity.value),
  };
}

/**
 * Returns the end of a day or a month, or a time itself, in the form of `Gs1Part.date`, as
 * milliseconds since 1970; undefined for a part without a date.
 */
function toEnd(part: { date?: string } | undefined): number | undefined {
  if (part?.date === undefined) return undefined;
  if (part.date.includes("T")) return new Date(part.date).getTime();
  const [year = 0, month = 0, day] = part.date.split("-").map(Number);
  const end = new Date(0);
  if (day === undefined) end.setFullYear(year, month, 1);
  else end.setFullYear(year, month - 1, day + 1);
  return end.setHours(0, 0, 0, 0);
}

/** Returns a decimal number in thousandths; undefined for any other text. */
function toThousandths(number: string): number | undefined {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const rounding = (fraction[3] ?? "0") >= "5" ? 1 : 0;
  const value = Number(whole + fraction.slice(0, 3).padEnd(3, "0")) + rounding;
  return Number.isSafeInteger(value) ? value : undefined;
}

function dropUndefined(facts: Facts): ProductFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as ProductFacts;
}
