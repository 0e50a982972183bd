import { concatBytes } from "../concat-bytes.ts";
import { decodeHalf } from "./float.ts";

/**
 * A CBOR data item (RFC 8949). `start` and `end` locate its bytes, so that unknown items can be
 * kept byte by byte.
 */
export type CborItem = { start: number; end: number } & (
  | { kind: "integer"; value: number | bigint }
  | { kind: "float"; value: number; bits: 16 | 32 | 64 }
  | { kind: "bytes"; value: Uint8Array }
  /** The value is undefined if the bytes are not UTF-8. The items around such a text stay valid. */
  | { kind: "text"; value: string | undefined }
  | { kind: "array"; items: CborItem[] }
  | { kind: "map"; entries: [key: CborItem, value: CborItem][] }
  | { kind: "tag"; tag: number | bigint; item: CborItem }
  /** 20 is false, 21 true, 22 null, 23 undefined; the others are unassigned. */
  | { kind: "simple"; value: number }
);

type CborResult = { ok: true; item: CborItem } | { ok: false; reason: string };

// Limits against hostile input. No legitimate record of a tag comes near them.
const maxDepth = 32;
const maxItems = 1024;

/**
 * Decodes the first data item and ignores the bytes after it; `item.end` is where they start.
 * Accepts everything well-formed (RFC 8949 section 3 and appendix C): integers longer than
 * necessary, indefinite lengths, tags, and map keys of any kind, repeated ones included. Allocates
 * no memory for a declared length before it has checked that the bytes exist. Refuses more than 32
 * levels of nesting and more than 1024 items. `reason` is a clause that can follow "because".
 */
export function decodeCbor(bytes: Uint8Array): CborResult {
  try {
    return { ok: true, item: decodeItem({ bytes, offset: 0, itemCount: 0 }, 0) };
  } catch (error) {
    if (error instanceof NotWellFormedError) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Thrown and caught only in this file, to leave the recursion. */
class NotWellFormedError extends Error {}

type Cursor = { bytes: Uint8Array; offset: number; itemCount: number };

/** The length of an item of indefinite length, which ends with a break (0xFF). */
const indefinite = -1;

function decodeItem(cursor: Cursor, depth: number): CborItem {
  if (depth > maxDepth)
    throw new NotWellFormedError(`it is nested more than ${maxDepth} levels deep`);
  countItem(cursor);
  const start = cursor.offset;
  const head = takeByte(cursor);
  const major = head >> 5;
  if (major === 7) return { ...decodeSimple(cursor, head & 31), start, end: cursor.offset };
  const length = decodeArgument(cursor, head);
  if (length === indefinite && (major < 2 || major === 6))
    throw new NotWellFormedError(describeInvalidHead(head));
  switch (major) {
    case 0:
      return { kind: "integer", value: length, start, end: cursor.offset };
    case 1: {
      const value = typeof length === "bigint" ? -1n - length : -1 - length;
      return { kind: "integer", value, start, end: cursor.offset };
    }
    case 2:
      return { kind: "bytes", value: readString(cursor, 2, length), start, end: cursor.offset };
    case 3: {
      const value = decodeUtf8(readString(cursor, 3, length));
      return { kind: "text", value, start, end: cursor.offset };
    }
    case 4: {
      const items: CborItem[] = [];
      while (hasMore(cursor, length, items.length)) items.push(decodeItem(cursor, depth + 1));
      return { kind: "array", items, start, end: cursor.offset };
    }
    case 5: {
      const entries: [CborItem, CborItem][] = [];
      while (hasMore(cursor, length, entries.length)) {
        entries.push([decodeItem(cursor, depth + 1), decodeItem(cursor, depth + 1)]);
      }
      return { kind: "map", entries, start, end: cursor.offset };
    }
    default: {
      const item = decodeItem(cursor, depth + 1);
      return { kind: "tag", tag: length, item, start, end: cursor.offset };
    }
  }
}

function countItem(cursor: Cursor): void {
  cursor.itemCount += 1;
  if (cursor.itemCount > maxItems)
    throw new NotWellFormedError(`it has more than ${maxItems} items`);
}

function decodeSimple(cursor: Cursor, additionalInfo: number) {
  switch (additionalInfo) {
    case 24: {
      const value = takeByte(cursor);
      if (value < 32) throw new NotWellFormedError(`it has the simple value ${value} in two bytes`);
      return { kind: "simple", value } as const;
    }
    case 25:
      return { kind: "float", bits: 16, value: decodeHalf(readNumber(cursor, 2)) } as const;
    case 26:
      return {
        kind: "float",
        bits: 32,
        value: toDataView(takeBytes(cursor, 4)).getFloat32(0),
      } as const;
    case 27:
      return {
        kind: "float",
        bits: 64,
        value: toDataView(takeBytes(cursor, 8)).getFloat64(0),
      } as const;
    case 31:
      throw new NotWellFormedError("it has a break (0xff) outside an item of indefinite length");
    default:
      if (additionalInfo > 27)
        throw new NotWellFormedError(describeInvalidHead(0xe0 | additionalInfo));
      return { kind: "simple", value: additionalInfo } as const;
  }
}

/**
 * Decodes the argument of a head: a value, a length or a tag. Returns a bigint if it is not a safe
 * integer.
 */
function decodeArgument(cursor: Cursor, head: number): number | bigint {
  const additionalInfo = head & 31;
  if (additionalInfo < 24) return additionalInfo;
  if (additionalInfo === 31) return indefinite;
  if (additionalInfo > 27) throw new NotWellFormedError(describeInvalidHead(head));
  if (additionalInfo < 27) return readNumber(cursor, 1 << (additionalInfo - 24));
  const value = toDataView(takeBytes(cursor, 8)).getBigUint64(0);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function readNumber(cursor: Cursor, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + takeByte(cursor);
  return value;
}

function readString(cursor: Cursor, major: 2 | 3, length: number | bigint): Uint8Array {
  if (length !== indefinite) return takeBytes(cursor, length);
  const chunks: Uint8Array[] = [];
  while (hasMore(cursor, indefinite, chunks.length)) {
    countItem(cursor);
    const head = takeByte(cursor);
    const chunkLength = decodeArgument(cursor, head);
    if (head >> 5 !== major || chunkLength === indefinite)
      throw new NotWellFormedError(describeInvalidHead(head));
    chunks.push(takeBytes(cursor, chunkLength));
  }
  return concatBytes(chunks);
}

/**
 * Returns whether another member follows the first `count` members. `length` is the number of
 * members. Consumes the break that ends an indefinite length.
 */
function hasMore(cursor: Cursor, length: number | bigint, count: number): boolean {
  if (length !== indefinite) return count < length;
  if (cursor.bytes[cursor.offset] !== 0xff) return true;
  cursor.offset += 1;
  return false;
}

function takeBytes(cursor: Cursor, length: number | bigint): Uint8Array {
  const remaining = cursor.bytes.length - cursor.offset;
  if (length > remaining) {
    throw new NotWellFormedError(
      `it ends too early: ${length} bytes should follow, but only ${remaining} do`,
    );
  }
  const start = cursor.offset;
  cursor.offset += Number(length);
  return cursor.bytes.subarray(start, cursor.offset);
}

function takeByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.offset];
  if (byte === undefined) throw new NotWellFormedError("it ends too early: an item should follow");
  cursor.offset += 1;
  return byte;
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function describeInvalidHead(head: number): string {
  return `it has an item that starts with the invalid byte 0x${head.toString(16).padStart(2, "0")}`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
