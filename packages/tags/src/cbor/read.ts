import { joinBytes } from "../join-bytes.ts";
import { halfValue } from "./float.ts";

/**
 * One data item of CBOR (RFC 8949). `start` and `end` are its place in the bytes read, so that what is not understood
 * can be kept byte by byte.
 */
export type CborItem = { start: number; end: number } & (
  | { kind: "integer"; value: number | bigint }
  | { kind: "float"; value: number; bits: 16 | 32 | 64 }
  | { kind: "bytes"; value: Uint8Array }
  /** Without a value when the bytes are not UTF-8, which makes the text invalid, not the items around it. */
  | { kind: "text"; value: string | undefined }
  | { kind: "array"; items: CborItem[] }
  | { kind: "map"; entries: [key: CborItem, value: CborItem][] }
  | { kind: "tag"; tag: number | bigint; item: CborItem }
  /** 20 false, 21 true, 22 null, 23 undefined; others have no meaning yet. */
  | { kind: "simple"; value: number }
);

export type CborResult = { ok: true; item: CborItem } | { ok: false; reason: string };

/** Far more than any honest small record has; what is deeper or longer was made to do harm. */
const mostDepth = 32;
const mostItems = 1024;

/**
 * Reads the first data item and leaves alone what follows it; `item.end` says where that is. Takes everything that is
 * well-formed (RFC 8949 section 3 and appendix C): integers longer than they need be, indefinite lengths, tags, keys of
 * any kind and twice the same. Nothing is allocated for a declared length before the bytes are there, and nesting ends
 * at 32 levels, 1024 items altogether. `reason` goes on after "because".
 */
export function readCbor(bytes: Uint8Array): CborResult {
  try {
    return { ok: true, item: readItem({ bytes, at: 0, items: 0 }, 0) };
  } catch (error) {
    if (error instanceof NotWellFormed) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Thrown and caught in this file only: the way out of any depth. */
class NotWellFormed extends Error {}

type Cursor = { bytes: Uint8Array; at: number; items: number };

/** The length of an indefinite item, which ends with a break (0xFF). */
const open = -1;

function readItem(cursor: Cursor, depth: number): CborItem {
  if (depth > mostDepth) throw new NotWellFormed(`it is nested more than ${mostDepth} deep`);
  cursor.items += 1;
  if (cursor.items > mostItems) throw new NotWellFormed(`it has more than ${mostItems} items`);
  const start = cursor.at;
  const head = takeByte(cursor);
  const major = head >> 5;
  if (major === 7) return { ...readSimple(cursor, head & 31), start, end: cursor.at };
  const length = readArgument(cursor, head);
  if (length === open && (major < 2 || major === 6)) throw new NotWellFormed(unknownHead(head));
  switch (major) {
    case 0:
      return { kind: "integer", value: length, start, end: cursor.at };
    case 1: {
      const value = typeof length === "bigint" ? -1n - length : -1 - length;
      return { kind: "integer", value, start, end: cursor.at };
    }
    case 2:
      return { kind: "bytes", value: readString(cursor, 2, length), start, end: cursor.at };
    case 3: {
      const value = decodeUtf8(readString(cursor, 3, length));
      return { kind: "text", value, start, end: cursor.at };
    }
    case 4: {
      const items: CborItem[] = [];
      while (isMore(cursor, length, items.length)) items.push(readItem(cursor, depth + 1));
      return { kind: "array", items, start, end: cursor.at };
    }
    case 5: {
      const entries: [CborItem, CborItem][] = [];
      while (isMore(cursor, length, entries.length)) {
        entries.push([readItem(cursor, depth + 1), readItem(cursor, depth + 1)]);
      }
      return { kind: "map", entries, start, end: cursor.at };
    }
    default: {
      const item = readItem(cursor, depth + 1);
      return { kind: "tag", tag: length, item, start, end: cursor.at };
    }
  }
}

function readSimple(cursor: Cursor, info: number) {
  switch (info) {
    case 24: {
      const value = takeByte(cursor);
      if (value < 32) throw new NotWellFormed(`it has the simple value ${value} in two bytes`);
      return { kind: "simple", value } as const;
    }
    case 25:
      return { kind: "float", bits: 16, value: halfValue(readNumber(cursor, 2)) } as const;
    case 26:
      return { kind: "float", bits: 32, value: view(take(cursor, 4)).getFloat32(0) } as const;
    case 27:
      return { kind: "float", bits: 64, value: view(take(cursor, 8)).getFloat64(0) } as const;
    case 31:
      throw new NotWellFormed("it has an end (0xff) where nothing is open");
    default:
      if (info > 27) throw new NotWellFormed(unknownHead(0xe0 | info));
      return { kind: "simple", value: info } as const;
  }
}

/** The number in a head: a value, a length, a tag. Above 2^53 as bigint. */
function readArgument(cursor: Cursor, head: number): number | bigint {
  const info = head & 31;
  if (info < 24) return info;
  if (info === 31) return open;
  if (info > 27) throw new NotWellFormed(unknownHead(head));
  if (info < 27) return readNumber(cursor, 1 << (info - 24));
  const value = view(take(cursor, 8)).getBigUint64(0);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function readNumber(cursor: Cursor, length: number): number {
  let value = 0;
  for (let read = 0; read < length; read++) value = value * 256 + takeByte(cursor);
  return value;
}

function readString(cursor: Cursor, major: 2 | 3, length: number | bigint): Uint8Array {
  if (length !== open) return take(cursor, length);
  const chunks: Uint8Array[] = [];
  while (isMore(cursor, open, chunks.length)) {
    cursor.items += 1;
    if (cursor.items > mostItems) throw new NotWellFormed(`it has more than ${mostItems} items`);
    const head = takeByte(cursor);
    const chunkLength = readArgument(cursor, head);
    if (head >> 5 !== major || chunkLength === open) throw new NotWellFormed(unknownHead(head));
    chunks.push(take(cursor, chunkLength));
  }
  return joinBytes(chunks);
}

function isMore(cursor: Cursor, length: number | bigint, read: number): boolean {
  if (length !== open) return read < length;
  if (cursor.bytes[cursor.at] !== 0xff) return true;
  cursor.at += 1;
  return false;
}

function take(cursor: Cursor, length: number | bigint): Uint8Array {
  const left = cursor.bytes.length - cursor.at;
  if (length > left) {
    throw new NotWellFormed(`it ends too early: ${length} bytes are announced, ${left} are left`);
  }
  const start = cursor.at;
  cursor.at += Number(length);
  return cursor.bytes.subarray(start, cursor.at);
}

function takeByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new NotWellFormed("it ends too early: an item should follow");
  cursor.at += 1;
  return byte;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unknownHead(head: number): string {
  return `it has the byte 0x${head.toString(16).padStart(2, "0")} where no item may start with it`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
