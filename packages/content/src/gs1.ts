import { passesGs1Check } from "./gs1-check.ts";
import { parseGs1Date } from "./gs1-dates.ts";
import { splitDigitalLink } from "./gs1-link.ts";
import { isGs1Marked, separator, splitElements, splitPrinted } from "./gs1-split.ts";
import { decodePercent } from "./uri-query.ts";

/** A value in a GS1 code with its application identifier. */
export type Gs1Part = {
  /**
   * The application identifier, such as `01` or `3103`. Empty if the digits in front of the value
   * cannot be one.
   */
  identifier: string;
  /** The name of the identifier; `Unknown` for an identifier that is not assigned. */
  name: string;
  /** The value as it is in the code. */
  value: string;
  /** The decoded text of a percent-encoded value, if it differs from the value. */
  text?: string;
  /**
   * A date `YYYY-MM-DD`, or `YYYY-MM` where the code leaves out the day, or a local time
   * `YYYY-MM-DDThh:mm`, with `:ss` where the code has seconds.
   */
  date?: string;
  /** The last day of a period that begins with `date`. */
  until?: string;
  /** A number with its decimal point. `unit` is empty for an amount of money. */
  amount?: { number: string; unit: string };
  /** Present if the check digit or check characters do not fit the others, as after a misread. */
  wrongCheckDigit?: true;
  /** Present if the value is not in the format of its identifier. */
  malformed?: true;
};

/** The maximum length of a text that is parsed, in UTF-16 code units. No code holds more. */
const maxLength = 10_000;

/**
 * Splits the content of a GS1 code into its parts: an element string as scanners give it, with
 * U+001D as the separator (GS1 General Specifications, 7.8), the printed form with parentheses, or
 * a GS1 Digital Link (URI syntax 1.4, uncompressed). Returns undefined for any other text. A part
 * whose identifier is unknown or whose value is malformed does not hide the others. A text without
 * an AIM identifier, a separator and parentheses must begin with a product, a location or a
 * container whose check digit is right, and have only known parts. `now` decides the century of a
 * date. Returns undefined for a text of more than 10,000 UTF-16 code units too.
 */
export function parseGs1(text: string, now: Date = new Date()): Gs1Part[] | undefined {
  if (text.length > maxLength) return undefined;
  const link = splitDigitalLink(text);
  if (link) return link.map((element) => toPart(element, now));
  const isPrinted = /^\(\d{2,4}\)/.test(text);
  const parts = (isPrinted ? splitPrinted(text) : splitElements(text)).map((element) =>
    toPart(element, now),
  );
  if (parts.length === 0) return undefined;
  if (isPrinted || isGs1Marked(text)) return parts.some(isSound) ? parts : undefined;
  const [first] = parts as [Gs1Part];
  if (text.includes(separator)) return isSound(first) ? parts : undefined;
  const beginsWithKey = /^(0[0-3]|402|41\d)$/.test(first.identifier) && !first.wrongCheckDigit;
  return beginsWithKey && parts.every(isSound) ? parts : undefined;
}

function isSound({ name, malformed }: Gs1Part): boolean {
  return name !== unknownName && !malformed;
}

const unknownName = "Unknown";

function toPart(
  { identifier, definition, value }: ReturnType<typeof splitElements>[number],
  now: Date,
): Gs1Part {
  if (!definition) return { identifier, name: unknownName, value };
  const part: Gs1Part = { identifier, name: definition.name, value };
  if (definition.pattern.exec(value)?.[0] !== value) return { ...part, malformed: true };
  const { check, date, unit, isPercentEncoded } = definition;
  if (check && !passesGs1Check(value, check)) part.wrongCheckDigit = true;
  if (unit !== undefined) part.amount = { number: toNumber(identifier, value), unit };
  if (date) {
    const parsed = parseGs1Date(value, date, now);
    return parsed ? { ...part, ...parsed } : { ...part, malformed: true };
  }
  const text = isPercentEncoded ? decodePercent(value.replaceAll("+", " ")) : value;
  return text === value ? part : { ...part, text };
}

/** Puts the decimal point into an amount. The identifier's fourth digit counts the decimals. */
function toNumber(identifier: string, value: string): string {
  // The first three digits are the currency.
  const amount = /^39[13]/.test(identifier) ? value.slice(3) : value;
  const decimals = Number(identifier[3]);
  const digits = amount.padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, "");
  const fraction = digits.slice(digits.length - decimals);
  return fraction ? `${whole}.${fraction}` : whole;
}
