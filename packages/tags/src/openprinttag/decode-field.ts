import type { CborItem } from "../cbor/decode.ts";
import { findShortestDecimal } from "../cbor/float.ts";
import { toHex } from "../hex.ts";
import type { FieldType, OpenPrintTagField } from "./field.ts";
import { itemsByEnum } from "./lookup.ts";
import { formatUuid } from "./uuid-text.ts";

/**
 * Decodes the value of a field (section 3.1): enums to their names or, if unknown, their numbers;
 * colors to #rrggbb or #rrggbbaa; UUIDs to text; times to seconds since 1970; floats to the
 * shortest decimal that encodes to them. Accepts texts and lists that are longer than the
 * specification allows.
 */
export function decodeField(
  field: OpenPrintTagField,
  taggedItem: CborItem,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  const item = removeTags(taggedItem);
  const value = decoders[field.type](item, field);
  if (value !== undefined) return { ok: true, value };
  return {
    ok: false,
    reason: `${field.name} is damaged: it should be ${expectedByType[field.type]}, but is ${describeItem(item)}.`,
  };
}

const decoders: Record<FieldType, (item: CborItem, field: OpenPrintTagField) => unknown> = {
  int: decodeNumber,
  number: decodeNumber,
  timestamp: decodeNumber,
  string: (item) => (item.kind === "text" ? item.value : undefined),
  uuid: (item) =>
    item.kind === "bytes" && item.value.length === 16 ? formatUuid(item.value) : undefined,
  enum: decodeEnum,
  enum_array: (item, field) => decodeList(item, (member) => decodeEnum(member, field)),
  color_rgba: decodeColor,
  color_lab: (item) => {
    const isTriple = item.kind === "array" && item.items.length === 3;
    return isTriple ? decodeList(item, decodeNumber) : undefined;
  },
};

const expectedByType: Record<FieldType, string> = {
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

function decodeNumber(item: CborItem): number | undefined {
  if (item.kind === "integer")
    return Number.isSafeInteger(item.value) ? Number(item.value) : undefined;
  if (item.kind !== "float" || !Number.isFinite(item.value)) return undefined;
  // Adding 0 turns -0, which JSON cannot represent, into 0.
  return findShortestDecimal(item.value, item.bits) + 0;
}

function decodeEnum(item: CborItem, field: OpenPrintTagField): string | number | undefined {
  const key = item.kind === "integer" ? Number(item.value) : -1;
  if (key < 0 || key > 0xffff) return undefined;
  return (field.items && itemsByEnum[field.items].byKey.get(key)) ?? key;
}

function decodeColor(item: CborItem): string | null | undefined {
  if (item.kind === "simple") return item.value === 22 || item.value === 23 ? null : undefined;
  if (item.kind !== "bytes" || item.value.length < 3 || item.value.length > 4) return undefined;
  return `#${toHex(item.value)}`;
}

function decodeList<T>(
  item: CborItem,
  decode: (member: CborItem) => T | undefined,
): T[] | undefined {
  if (item.kind !== "array") return undefined;
  const list = item.items.map((member) => decode(removeTags(member)));
  return list.every((member) => member !== undefined) ? list : undefined;
}

/**
 * Removes CBOR tags. They state the meaning of a value (1: time, 37: UUID), which the field already
 * defines.
 */
function removeTags(item: CborItem): CborItem {
  let inner = item;
  while (inner.kind === "tag") inner = inner.item;
  return inner;
}

function describeItem(item: CborItem): string {
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
