import {
  encodeArray,
  encodeBytes,
  encodedNull,
  encodeInteger,
  encodeNumber,
  encodeText,
} from "../cbor/encode.ts";
import { fromHex } from "../hex.ts";
import type { FieldType, OpenPrintTagField } from "./field.ts";
import { rulesByField } from "./field-rules.ts";
import { itemsByEnum } from "./lookup.ts";
import { openPrintTagEnums } from "./tables/enums.ts";
import { parseTime } from "./time.ts";
import { parseUuid } from "./uuid-text.ts";

/**
 * Encodes a field's value as CBOR (section 3.1). Accepts the values of a reading, and those of
 * forms and tables: numbers as text, lists separated by commas, enums by name, label or number.
 * `reason` names the field and the expected value.
 */
export function encodeField(
  field: OpenPrintTagField,
  value: unknown,
): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  const encoded = encoders[field.type](value, field);
  if (encoded instanceof Uint8Array) return { ok: true, bytes: encoded };
  const reason =
    encoded ?? `should be ${describeExpectedValue(field)}, but is ${describeValue(value)}`;
  return { ok: false, reason: `${field.name} ${reason}.` };
}

/**
 * Returns whether a value means that the field is omitted: undefined, empty text, and null except
 * for colors. A color is null on the tag if the material has no single color.
 */
export function isOmitted(field: OpenPrintTagField, value: unknown): boolean {
  if (value === null) return field.type !== "color_rgba";
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

/**
 * The encoded bytes. If the value is not allowed, a clause that follows the field's name. Undefined
 * if the value has the wrong type.
 */
type EncodeResult = Uint8Array | string | undefined;

const encoders: Record<FieldType, (value: unknown, field: OpenPrintTagField) => EncodeResult> = {
  int: (value, field) => {
    const number = parseNumber(value);
    return Number.isSafeInteger(number) ? encodeNumberField(field, number) : undefined;
  },
  number: (value, field) => encodeNumberField(field, parseNumber(value)),
  timestamp: (value) => {
    const seconds = parseTime(trimIfText(value));
    return seconds === undefined ? undefined : encodeInteger(seconds);
  },
  string: encodeTextField,
  uuid: (value) => {
    const bytes = typeof value === "string" ? parseUuid(value.trim()) : undefined;
    return bytes && encodeBytes(bytes);
  },
  enum: (value, field) => {
    const key = parseKey(field, value);
    return key === undefined ? undefined : encodeInteger(key);
  },
  enum_array: (value, field) => {
    const keys = parseList(value)?.map((member) => parseKey(field, member));
    if (!keys?.every((key) => key !== undefined)) return undefined;
    const max = field.maxLength ?? Number.POSITIVE_INFINITY;
    if (keys.length > max) return `takes at most ${max} values, but this has ${keys.length}`;
    return encodeArray(keys.map(encodeInteger), true);
  },
  color_rgba: (value) => {
    if (value === null) return encodedNull;
    const hex = typeof value === "string" ? colorPattern.exec(value.trim())?.[1] : undefined;
    return hex === undefined ? undefined : encodeBytes(fromHex(hex));
  },
  color_lab: (value) => {
    const [lightness, a, b, ...extraValues] = parseList(value)?.map(parseNumber) ?? [];
    if (lightness === undefined || a === undefined || b === undefined || extraValues.length > 0)
      return;
    if (lightness < 0 || lightness > 100)
      return `takes an L* from 0 to 100, but this is ${lightness}`;
    if (Math.max(Math.abs(a), Math.abs(b)) > 150) return "takes a* and b* from -150 to 150";
    return encodeArray([lightness, a, b].map(encodeNumber), false);
  },
};

const colorPattern = /^#([0-9a-f]{6}(?:[0-9a-f]{2})?)$/i;

function trimIfText(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

function encodeNumberField(field: OpenPrintTagField, number: number | undefined): EncodeResult {
  if (number === undefined) return undefined;
  const { min, max } = rulesByField[field.name] ?? {};
  if (min !== undefined && max !== undefined && (number < min || number > max)) {
    return `takes a number from ${min} to ${max}, but this is ${number}`;
  }
  return encodeNumber(number);
}

function encodeTextField(value: unknown, field: OpenPrintTagField): EncodeResult {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !text.isWellFormed()) return undefined;
  const { pattern } = rulesByField[field.name] ?? {};
  if (pattern && !pattern.test(text)) return undefined;
  const length = new TextEncoder().encode(text).length;
  const max = field.maxLength ?? Number.POSITIVE_INFINITY;
  if (length > max) return `takes at most ${max} bytes of UTF-8, but this text has ${length}`;
  return encodeText(text);
}

function parseNumber(value: unknown): number | undefined {
  const text = trimIfText(value);
  const number = typeof text === "string" && decimalPattern.test(text) ? Number(text) : text;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const decimalPattern = /^[+-]?\d+(\.\d+)?$/;

function parseKey(field: OpenPrintTagField, value: unknown): number | undefined {
  const label = typeof value === "string" ? value.trim().toLowerCase() : "";
  const keyOfLabel = field.items && itemsByEnum[field.items].byLabel.get(label);
  if (keyOfLabel !== undefined) return keyOfLabel;
  const key = parseNumber(value);
  return Number.isInteger(key) && key! >= 0 && key! <= 0xffff ? key : undefined;
}

function parseList(value: unknown): unknown[] | undefined {
  if (typeof value === "string") return value.split(",").filter((part) => part.trim() !== "");
  return Array.isArray(value) ? value : undefined;
}

function describeExpectedValue(field: OpenPrintTagField): string {
  const expected = rulesByField[field.name]?.expected;
  if (expected) return expected;
  if (!field.items) return expectedByType[field.type];
  const names = openPrintTagEnums[field.items].map(({ name }) => name);
  const examples = names.length <= 5 ? names.join(", ") : `${names.slice(0, 3).join(", ")} …`;
  return field.type === "enum"
    ? `a value from the specification (${examples}) or its number`
    : `values from the specification (${examples}) or their numbers, separated by commas`;
}

const expectedByType: Record<FieldType, string> = {
  int: "a whole number",
  number: "a number such as 1.24",
  timestamp: "a date such as 2026-11-21, a time such as 2026-11-21T08:30:00Z or seconds since 1970",
  string: "text",
  uuid: "a UUID such as 473bb8cd-e129-45b8-9fcf-da1c3add9c47",
  enum: "a number",
  enum_array: "numbers separated by commas",
  color_rgba: "a color such as #FF6F4C or, with its opacity, #FF6F4C80",
  color_lab: "three numbers such as 53.2, 11.1, -27.3",
};

function describeValue(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value))
    return value.length > 0 ? value.map(describeValue).join(", ").slice(0, 80) : "an empty list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
