import { type Gs1Identifier, gs1Identifiers } from "./gs1-identifiers.ts";
import { hasValidCheckDigit } from "./product.ts";

/** A value in a GS1 code with its application identifier. */
export type Gs1Part = {
  /** The application identifier, such as `01` or `3103`. */
  identifier: string;
  name: string;
  /** The value as it is in the code. */
  value: string;
  /** A date `YYYY-MM-DD`, or `YYYY-MM` where the code leaves out the day, or a local time `YYYY-MM-DDThh:mm`. */
  date?: string;
  /** A number with its decimal point. `unit` is empty for an amount of money. */
  amount?: { number: string; unit: string };
  /** Present if the last digit does not fit the others, as after a misread. */
  wrongCheckDigit?: true;
};

/** In UTF-16 code units. A QR code holds 7,089 digits. */
const maxLength = 10_000;
const separator = "\u001d";
/** The AIM identifiers of GS1 symbologies (GS1 General Specifications, figure 5.1.2-2). */
const symbology = /^\](C1|e0|d2|Q3|J1)/;
/** The identifiers of fixed length that need no separator after them (GS1 General Specifications, figure 7.8.5-2). */
const predefined = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/;
const withCheckDigit = /^(0[0-3]|402|41\d)$/;

/**
 * Splits the content of a GS1 code into its parts: an element string as scanners give it, with U+001D as the separator (GS1
 * General Specifications, 7.8), or in the printed form with parentheses. Returns undefined for any other text, and for one with
 * a part that is unknown or malformed. A text without an AIM identifier, a separator and parentheses must begin with a
 * product, a location or a container whose check digit is right. `now` decides the century of a date.
 * A text of more than 10,000 characters is none, because no code holds as many.
 */
export function parseGs1(text: string, now: Date = new Date()): Gs1Part[] | undefined {
  if (text.length > maxLength) return undefined;
  const isPrinted = /^\(\d{2,4}\)/.test(text);
  const elements = text.replace(symbology, "");
  const pairs = isPrinted ? splitPrinted(text) : splitElements(elements);
  if (!pairs || pairs.length === 0) return undefined;
  const parts = pairs.map(([identifier, definition, value]) =>
    toPart(identifier, definition, value, now),
  );
  if (parts.some((part) => part === undefined)) return undefined;
  const [first] = parts as Gs1Part[];
  const isMarked = isPrinted || symbology.test(text) || text.includes(separator);
  const beginsWithKey = withCheckDigit.test(first!.identifier) && !first!.wrongCheckDigit;
  return isMarked || beginsWithKey ? (parts as Gs1Part[]) : undefined;
}

type Pair = [identifier: string, definition: Gs1Identifier, value: string];

function splitElements(text: string): Pair[] | undefined {
  const pairs: Pair[] = [];
  // A separator may stand in front, in place of the function character that marks the code as GS1.
  let rest = text.startsWith(separator) ? text.slice(1) : text;
  while (rest !== "") {
    const found = findIdentifier(rest);
    if (!found) return undefined;
    const [identifier, definition] = found;
    const afterIdentifier = rest.slice(identifier.length);
    const value = definition.pattern.exec(afterIdentifier)?.[0];
    if (value === undefined) return undefined;
    pairs.push([identifier, definition, value]);
    rest = afterIdentifier.slice(value.length);
    if (rest.startsWith(separator)) rest = rest.slice(1);
    else if (rest !== "" && !predefined.test(identifier)) return undefined;
  }
  return pairs;
}

function splitPrinted(text: string): Pair[] | undefined {
  const pairs: Pair[] = [];
  const printed = [...text.matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/gs)];
  for (const [, digits = "", printedValue = ""] of printed) {
    const found = findIdentifier(digits);
    const value = printedValue.trim();
    if (!found || found[0] !== digits || found[1].pattern.exec(value)?.[0] !== value) {
      return undefined;
    }
    pairs.push([digits, found[1], value]);
  }
  return pairs;
}

/** Finds the identifier that a text begins with. No identifier is the beginning of another one. */
function findIdentifier(text: string): [identifier: string, Gs1Identifier] | undefined {
  for (const length of [2, 3, 4]) {
    const identifier = text.slice(0, length);
    const definition =
      gs1Identifiers.get(identifier) ??
      (/^\d{4}$/.test(identifier) ? gs1Identifiers.get(`${identifier.slice(0, 3)}*`) : undefined);
    if (definition) return [identifier, definition];
  }
  return undefined;
}

function toPart(
  identifier: string,
  { name, meaning }: Gs1Identifier,
  value: string,
  now: Date,
): Gs1Part | undefined {
  const part: Gs1Part = { identifier, name, value };
  if (withCheckDigit.test(identifier) && !hasValidCheckDigit(value)) part.wrongCheckDigit = true;
  if (meaning?.kind === "amount") {
    const decimals = Number(identifier[3]);
    const digits = value.padStart(decimals + 1, "0");
    const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, "");
    const fraction = digits.slice(digits.length - decimals);
    part.amount = { number: fraction ? `${whole}.${fraction}` : whole, unit: meaning.unit };
  } else if (meaning) {
    const date = parseDate(value, now);
    if (date === undefined) return undefined;
    part.date = date;
  }
  return part;
}

/** Parses YYMMDD or YYMMDDhhmm. The day 00 stands for the whole month. The century follows 7.12 of the General Specifications. */
function parseDate(value: string, now: Date): string | undefined {
  const [, yy = "", month = "", day = "", hours, minutes] =
    /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?$/.exec(value) ?? [];
  const thisYear = now.getUTCFullYear();
  const difference = Number(yy) - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0);
  const yearAndMonth = `${century}${yy}-${month}`;
  const firstDay = new Date(`${yearAndMonth}-01T00:00Z`);
  if (Number.isNaN(firstDay.getTime())) return undefined;
  if (day === "00") return hours === undefined ? yearAndMonth : undefined;
  const date = new Date(`${yearAndMonth}-${day}T00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== firstDay.getUTCMonth())
    return undefined;
  if (hours === undefined) return `${yearAndMonth}-${day}`;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${yearAndMonth}-${day}T${hours}:${minutes}`;
}
