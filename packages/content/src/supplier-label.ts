import { type Gs1DateForm, gs1DatePatterns, parseGs1Date } from "./gs1-dates.ts";

/** A value on a label of a supplier with its data identifier. */
export type LabelPart = {
  /** The data identifier, such as `1P` or `Q`. */
  identifier: string;
  /** The name of the identifier; `Unknown` for one that is not in the table. */
  name: string;
  /** The value as it is in the code. */
  value: string;
  /** A date `YYYY-MM-DD`, or `YYYY-MM` where the code leaves out the day. */
  date?: string;
};

/** Separates the envelopes of a message, and ends the last one. */
const recordSeparator = "\u001e";
/** Separates the fields of an envelope. */
const groupSeparator = "\u001d";
const endOfTransmission = "\u0004";

/** The maximum length of a text that is parsed, in UTF-16 code units. No code holds more. */
const maxLength = 10_000;

/**
 * Splits the content of a supplier's label into its parts: a message of ISO/IEC 15434 with data
 * identifiers (format 06), as on bags of electronic parts (EIGP 114) and on packages of medicines
 * (IFA). The record separator after the header and the trailer may be absent, as on labels of
 * DigiKey and Mouser. Leaves out empty values and padding. Returns undefined for any other text.
 * `now` decides the century of a date.
 */
export function parseSupplierLabel(text: string, now: Date = new Date()): LabelPart[] | undefined {
  if (text.length > maxLength) return undefined;
  const [, message] = /^>?\[\)>(.*)$/s.exec(text) ?? [];
  const parts = (message ?? "")
    .replaceAll(endOfTransmission, recordSeparator)
    .split(recordSeparator)
    .filter((envelope) => envelope.startsWith(`06${groupSeparator}`))
    .flatMap((envelope) => envelope.split(groupSeparator).slice(1))
    .flatMap((field) => toPart(field, now) ?? []);
  return parts.length > 0 ? parts : undefined;
}

function toPart(field: string, now: Date): LabelPart | undefined {
  const [, identifier, value = ""] = /^(\d{0,3}[A-Z])(.*)$/s.exec(field) ?? [];
  const isPadding = identifier?.endsWith("Z") && /^0{9,}$/.test(value);
  if (identifier === undefined || value === "" || isPadding) return undefined;
  const name = names[identifier] ?? (identifier.endsWith("Z") ? "Mutually defined" : "Unknown");
  const form = dateForms[identifier];
  const isDate = form !== undefined && new RegExp(`^${gs1DatePatterns[form]}$`).test(value);
  const date = isDate ? parseGs1Date(value, form, now) : undefined;
  return { identifier, name, value, ...date };
}

/** Names of data identifiers (ANSI MH10.8.2, EIGP 114) and of those that DigiKey and Mouser add. */
const names: Readonly<Record<string, string>> = {
  P: "Customer part number",
  "1P": "Supplier part number",
  "2P": "Revision",
  "30P": "Part number of the distributor",
  "33P": "Bin code",
  "9N": "Pharmacy product number (PPN)",
  Q: "Quantity",
  "13Q": "Package count",
  "1T": "Lot",
  S: "Serial number",
  "3S": "Package",
  "4S": "Package",
  "5S": "Package of mixed items",
  D: "Date",
  "6D": "Ship date",
  "9D": "Date code",
  "10D": "Date code",
  "14D": "Expiration date",
  "16D": "Production date",
  K: "Purchase order",
  "1K": "Sales order",
  "4K": "Order line",
  "10K": "Invoice",
  "11K": "Packing list",
  "14K": "Order line",
  "4L": "Country of origin",
  "1V": "Manufacturer",
};

const dateForms: Readonly<Record<string, Gs1DateForm>> = {
  D: "month",
  "14D": "fullDate",
  "16D": "fullDate",
};
