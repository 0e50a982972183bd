import { shortestDecimal } from "../cbor/float.ts";
import type { CborItem } from "../cbor/read.ts";
import { hexOf } from "../hex.ts";
import type { FieldType, OpenPrintTagField } from "./field.ts";
import { itemsOf } from "./lookup.ts";
import { uuidText } from "./uuid-text.ts";

/**
 * The value of a field as a reading shows it (section 3.1): enums by their name and unknown ones by their number, colours
 * as #rrggbb or #rrggbbaa, UUIDs as text, times in seconds since 1970, floats as the shortest decimal that is stored as them.
 * Texts and lists that are longer than the specification allows are read all the same.
 */
export function readField(
  field: OpenPrintTagField,
  tagged: CborItem,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  const item = untagged(tagged);
  const value = readers[field.type](item, field);
  if (value !== undefined) return { ok: true, value };
  return {
    ok: false,
    reason: `${field.name} is damaged: it should be ${wanted[field.type]}, but is ${describe(item)}.`,
  };
}

const readers: Record<FieldType, (item: CborItem, field: OpenPrintTagField) => unknown> = {
  int: readNumber,
  number: readNumber,
  timestamp: readNumber,
  string: (item) => (item.kind === "text" ? item.value : undefined),
  uuid: (item) =>
    item.kind === "bytes" && item.value.length === 16 ? uuidText(item.value) : undefined,
  enum: readEnum,
  enum_array: (item, field) => readList(item, (member) => readEnum(member, field)),
  color_rgba: readColor,
  color_lab: (item) => {
    const isTriple = item.kind === "array" && item.items.length === 3;
    return isTriple ? readList(item, readNumber) : undefined;
  },
};

const wanted: Record<FieldType, string> = {
  int: "a number",
  number: "a number",
  timestamp: "a number of seconds",
  string: "text in UTF-8",
  uuid: "16 bytes",
  enum: "a number from 0 to 65535",
  enum_array: "a list of numbers from 0 to 65535",
  color_rgba: "3 or 4 bytes",
  color_lab: "a list of 3 numbers",
};

function readNumber(item: CborItem): number | undefined {
  if (item.kind === "integer")
    return Number.isSafeInteger(item.value) ? Number(item.value) : undefined;
  if (item.kind !== "float" || !Number.isFinite(item.value)) return undefined;
  // 0 for -0, which JSON cannot say.
  return shortestDecimal(item.value, item.bits) + 0;
}

function readEnum(item: CborItem, field: OpenPrintTagField): string | number | undefined {
  const key = item.kind === "integer" ? Number(item.value) : -1;
  if (key < 0 || key > 0xffff) return undefined;
  return (field.items && itemsOf[field.items].byKey.get(key)) ?? key;
}

function readColor(item: CborItem): string | null | undefined {
  if (item.kind === "simple") return item.value === 22 || item.value === 23 ? null : undefined;
  if (item.kind !== "bytes" || item.value.length < 3 || item.value.length > 4) return undefined;
  return `#${hexOf(item.value)}`;
}

function readList<T>(item: CborItem, read: (member: CborItem) => T | undefined): T[] | undefined {
  if (item.kind !== "array") return undefined;
  const list = item.items.map((member) => read(untagged(member)));
  return list.every((member) => member !== undefined) ? list : undefined;
}

/** Tags only say how a value is meant (1: a time, 37: a UUID), which the field says already. */
function untagged(item: CborItem): CborItem {
  let inner = item;
  while (inner.kind === "tag") inner = inner.item;
  return inner;
}

function describe(item: CborItem): string {
  switch (item.kind) {
    case "integer":
    case "float":
      return `the number ${item.value}`;
    case "bytes":
      return item.value.length === 1 ? "1 byte" : `${item.value.length} bytes`;
    case "text":
      return item.value === undefined ? "text in another encoding" : "text";
    case "array":
      return `a list of ${item.items.length}`;
    case "map":
      return "a map";
    default:
      return "empty";
  }
}
