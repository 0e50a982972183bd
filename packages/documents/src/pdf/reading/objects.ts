import { undoFilters } from "./filters.ts";
import { createLexer, end, type Lexer } from "./lexer.ts";
import {
  type Dictionary,
  isKeyword,
  nameOf,
  type PdfValue,
  Reference,
  type Resolve,
  Stream,
} from "./values.ts";

/** The objects of a file. */
export type PdfObjects = {
  /** The entries of all trailers; the last entry of a key counts. */
  trailer: Dictionary;
  resolve: Resolve;
};

/**
 * Reads the objects of a PDF file from its start to its end, as readers do that repair a file:
 * cross-reference tables are not needed, and of several objects of a number the last counts. The
 * object streams of an encrypted file stay closed.
 */
export async function readObjects(bytes: Uint8Array): Promise<PdfObjects> {
  const { found, trailer } = scan(bytes);
  const objects = new Map<number, PdfValue>();
  const resolve = (value: PdfValue): PdfValue => {
    let current = value;
    for (let step = 0; current instanceof Reference && step < 20; step++) {
      current = objects.get(current.number);
    }
    return current instanceof Reference ? undefined : current;
  };
  let bytesLeft = maxObjectStreamBytes;
  for (const { number, value } of found) {
    objects.set(number, value);
    const isObjectStream = value instanceof Stream && typeOf(value) === "ObjStm";
    if (!isObjectStream || trailer.has("Encrypt")) continue;
    const opened = await openObjectStream(value, resolve, bytesLeft);
    bytesLeft -= opened.size;
    for (const inner of opened.objects) objects.set(inner.number, inner.value);
  }
  return { trailer, resolve };
}

type NumberedValue = { number: number; value: PdfValue };

/** Collects the objects and trailers of a file, without those in object streams. */
function scan(bytes: Uint8Array): { found: NumberedValue[]; trailer: Dictionary } {
  const found: NumberedValue[] = [];
  const trailer: Dictionary = new Map();
  const addTrailer = (entries: Dictionary) => {
    for (const [key, value] of entries) trailer.set(key, value);
  };
  const lexer = createLexer(bytes);
  let numbers: number[] = [];
  for (let value = lexer.next(); value !== end; value = lexer.next()) {
    if (isKeyword(value, "obj") && numbers.length === 2) {
      const object = readObject(lexer, bytes);
      found.push({ number: numbers[0]!, value: object });
      // A cross-reference stream is a trailer, too (ISO 32000-1, 7.5.8).
      if (object instanceof Stream && typeOf(object) === "XRef") addTrailer(object.dictionary);
    } else if (isKeyword(value, "trailer")) {
      const entries = lexer.next();
      if (entries instanceof Map) addTrailer(entries);
    }
    numbers = typeof value === "number" ? [...numbers.slice(-1), value] : [];
  }
  return { found, trailer };
}

const typeOf = (stream: Stream) => nameOf(stream.dictionary.get("Type"));

/** Reads the object that follows `obj`, and its stream if it has one. */
function readObject(lexer: Lexer, bytes: Uint8Array): PdfValue {
  const value = lexer.next();
  if (value === end || isKeyword(value, "endobj")) return;
  if (!(value instanceof Map)) return value;
  const after = lexer.position;
  if (!isKeyword(lexer.next() as PdfValue, "stream")) {
    lexer.position = after;
    return value;
  }
  if (bytes[lexer.position] === 13) lexer.position++;
  if (bytes[lexer.position] === 10) lexer.position++;
  const start = lexer.position;
  const length = value.get("Length");
  const stop =
    typeof length === "number" && endsAt(bytes, start + length)
      ? start + length
      : findStreamEnd(bytes, start);
  lexer.position = stop;
  return new Stream(value, bytes.subarray(start, stop));
}

const streamEnd = Uint8Array.from("endstream", (character) => character.charCodeAt(0));

/** Whether `endstream` stands at a position, after at most three bytes of white space. */
function endsAt(bytes: Uint8Array, position: number): boolean {
  let wordStart = position;
  while (wordStart < position + 3 && [10, 13, 32].includes(bytes[wordStart]!)) wordStart++;
  return position >= 0 && startsWith(bytes, wordStart, streamEnd);
}

/** Returns the end of a stream that does not state its length, or states a wrong one. */
function findStreamEnd(bytes: Uint8Array, start: number): number {
  let stop = bytes.indexOf(streamEnd[0]!, start);
  while (stop >= 0 && !startsWith(bytes, stop, streamEnd)) {
    stop = bytes.indexOf(streamEnd[0]!, stop + 1);
  }
  if (stop < 0) return bytes.length;
  if (stop > start && bytes[stop - 1] === 10) stop--;
  if (stop > start && bytes[stop - 1] === 13) stop--;
  return stop;
}

function startsWith(bytes: Uint8Array, start: number, part: Uint8Array): boolean {
  return part.every((byte, index) => bytes[start + index] === byte);
}

/** The maximum size of all decompressed object streams of a file together, in bytes. */
const maxObjectStreamBytes = 64 * 1024 * 1024;

/**
 * Reads the objects of an object stream (ISO 32000-1, 7.5.7), none if it is damaged. `size` is that
 * of the decompressed stream, at most `maxBytes`.
 */
async function openObjectStream(
  stream: Stream,
  resolve: Resolve,
  maxBytes: number,
): Promise<{ objects: NumberedValue[]; size: number }> {
  const [count, first] = ["N", "First"].map((key) => resolve(stream.dictionary.get(key)));
  const undone = await undoFilters(stream, resolve, maxBytes);
  if (!undone.ok || undone.filter || typeof count !== "number" || typeof first !== "number") {
    return { objects: [], size: 0 };
  }
  const header = createLexer(undone.data.subarray(0, first));
  const objects: NumberedValue[] = [];
  for (let index = 0; index < count; index++) {
    const [number, offset] = [header.next(), header.next()];
    if (typeof number !== "number" || typeof offset !== "number") break;
    const value = createLexer(undone.data, first + offset).next();
    if (value !== end) objects.push({ number, value });
  }
  return { objects, size: undone.data.length };
}
