import {
  cborArray,
  cborBytes,
  cborInteger,
  cborNull,
  cborNumber,
  cborText,
} from "../cbor/write.ts";
import { bytesOfHex } from "../hex.ts";
import type { FieldType, OpenPrintTagField } from "./field.ts";
import { rulesOf } from "./field-rules.ts";
import { itemsOf } from "./lookup.ts";
import { openPrintTagEnums } from "./tables.ts";
import { parseTime } from "./time.ts";
import { uuidBytes } from "./uuid-text.ts";

/**
 * The CBOR of a field's value (section 3.1), given as a reading shows it or as a form or a table has it: numbers as text, too,
 * lists with commas between, enums by name, label or number. `reason` names the field and says what it takes.
 */
export function writeField(
  field: OpenPrintTagField,
  value: unknown,
): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  const written = writers[field.type](value, field);
  if (written instanceof Uint8Array) return { ok: true, bytes: written };
  const reason = written ?? `should be ${wantedOf(field)}, but is ${said(value)}`;
  return { ok: false, reason: `${field.name} ${reason}.` };
}

/** Whether a value says that there is none. A colour may also be null on the tag: there is not one colour. */
export function isLeftOut(field: OpenPrintTagField, value: unknown): boolean {
  if (value === null) return field.type !== "color_rgba";
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

/** Bytes; or what is wrong, after the field's name; or undefined when the value is of another kind altogether. */
type Written = Uint8Array | string | undefined;

const writers: Record<FieldType, (value: unknown, field: OpenPrintTagField) => Written> = {
  int: (value, field) => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? writeNumber(field, number) : undefined;
  },
  number: (value, field) => writeNumber(field, toNumber(value)),
  timestamp: (value) => {
    const seconds = parseTime(trimmed(value));
    return seconds === undefined ? undefined : cborInteger(seconds);
  },
  string: writeText,
  uuid: (value) => {
    const bytes = typeof value === "string" ? uuidBytes(value.trim()) : undefined;
    return bytes && cborBytes(bytes);
  },
  enum: (value, field) => {
    const key = toKey(field, value);
    return key === undefined ? undefined : cborInteger(key);
  },
  enum_array: (value, field) => {
    const keys = toList(value)?.map((member) => toKey(field, member));
    if (!keys?.every((key) => key !== undefined)) return undefined;
    const most = field.maxLength ?? Number.POSITIVE_INFINITY;
    if (keys.length > most) return `takes at most ${most} values, and this has ${keys.length}`;
    return cborArray(keys.map(cborInteger), true);
  },
  color_rgba: (value) => {
    if (value === null) return cborNull;
    const hex = typeof value === "string" ? color.exec(value.trim())?.[1] : undefined;
    return hex === undefined ? undefined : cborBytes(bytesOfHex(hex));
  },
  color_lab: (value) => {
    const [lightness, a, b, ...more] = toList(value)?.map(toNumber) ?? [];
    if (lightness === undefined || a === undefined || b === undefined || more.length > 0) return;
    if (lightness < 0 || lightness > 100)
      return `takes an L* from 0 to 100, and this is ${lightness}`;
    if (Math.max(Math.abs(a), Math.abs(b)) > 150) return "takes a* and b* from -150 to 150";
    return cborArray([lightness, a, b].map(cborNumber), false);
  },
};

const color = /^#([0-9a-f]{6}(?:[0-9a-f]{2})?)$/i;

function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

function writeNumber(field: OpenPrintTagField, number: number | undefined): Written {
  if (number === undefined) return undefined;
  const { least, most } = rulesOf[field.name] ?? {};
  if (least !== undefined && most !== undefined && (number < least || number > most)) {
    return `takes a number from ${least} to ${most}, and this is ${number}`;
  }
  return cborNumber(number);
}

function writeText(value: unknown, field: OpenPrintTagField): Written {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !text.isWellFormed()) return undefined;
  const { shape } = rulesOf[field.name] ?? {};
  if (shape && !shape.test(text)) return undefined;
  const length = new TextEncoder().encode(text).length;
  const most = field.maxLength ?? Number.POSITIVE_INFINITY;
  if (length > most) return `takes at most ${most} bytes of UTF-8, and this text has ${length}`;
  return cborText(text);
}

function toNumber(value: unknown): number | undefined {
  const text = trimmed(value);
  const number = typeof text === "string" && decimal.test(text) ? Number(text) : text;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const decimal = /^[+-]?\d+(\.\d+)?$/;

function toKey(field: OpenPrintTagField, value: unknown): number | undefined {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  const known = field.items && itemsOf[field.items].byWord.get(word);
  if (known !== undefined) return known;
  const key = toNumber(value);
  return Number.isInteger(key) && key! >= 0 && key! <= 0xffff ? key : undefined;
}

function toList(value: unknown): unknown[] | undefined {
  if (typeof value === "string") return value.split(",").filter((part) => part.trim() !== "");
  return Array.isArray(value) ? value : undefined;
}

function wantedOf(field: OpenPrintTagField): string {
  const wanted = rulesOf[field.name]?.wanted;
  if (wanted) return wanted;
  if (!field.items) return wantedByType[field.type];
  const names = openPrintTagEnums[field.items].map(({ name }) => name);
  const some = names.length <= 5 ? names.join(", ") : `${names.slice(0, 3).join(", ")} …`;
  return field.type === "enum"
    ? `a value the specification has (${some}) or its number`
    : `values the specification has (${some}) or their numbers, with commas between`;
}

const wantedByType: Record<FieldType, string> = {
  int: "a whole number",
  number: "a number such as 1.24",
  timestamp: "a date such as 2026-11-21, a time such as 2026-11-21T08:30:00Z or seconds since 1970",
  string: "text",
  uuid: "a UUID such as 473bb8cd-e129-45b8-9fcf-da1c3add9c47",
  enum: "a number",
  enum_array: "numbers with commas between",
  color_rgba: "a colour such as #FF6F4C or, with its opacity, #FF6F4C80",
  color_lab: "three numbers such as 53.2, 11.1, -27.3",
};

function said(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value))
    return value.length > 0 ? value.map(said).join(", ").slice(0, 80) : "an empty list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
