import { concatBytes } from "../concat-bytes.ts";

/** One record of an NDEF message, its chunks joined (NFC Forum NDEF 1.0, section 3). */
export type NdefRecord = {
  /** The type name format, one of `typeNameFormats`. */
  tnf: number;
  type: Uint8Array;
  id: Uint8Array;
  payload: Uint8Array;
};

type NdefResult = { ok: true; records: NdefRecord[] } | { ok: false; reason: string };

/** The type name formats (NDEF 1.0, 3.2.6). Every chunk after the first is `unchanged`. */
export const typeNameFormats = {
  empty: 0,
  wellKnown: 1,
  media: 2,
  absoluteUri: 3,
  external: 4,
  unknown: 5,
  unchanged: 6,
  reserved: 7,
} as const;

const { empty, unknown, unchanged, reserved } = typeNameFormats;

// Limits against hostile input, because 64 kB of tiny records would keep a program busy.
const maxRecords = 128;
/** The most records and chunks together. */
const maxPieces = 1024;
const noBytes = new Uint8Array(0);

/**
 * Parses an NDEF message with at most 128 records. An empty array is a message without records.
 * Bytes after the last record are ignored. If the message breaks a rule of the format, `reason` is
 * a sentence.
 */
export function parseNdef(bytes: Uint8Array): NdefResult {
  const message = readMessage(new Uint8Array(bytes), maxRecords);
  if (message.ok) return message;
  const reason = `The NDEF message is damaged: ${message.reason}. Read the tag again, or write a new message to it.`;
  return { ok: false, reason };
}

/**
 * Parses a message. `reason` is a clause without a period if a rule of the format is broken, or if
 * the message has more than `recordLimit` records.
 */
export function readMessage(bytes: Uint8Array, recordLimit: number): NdefResult {
  const records: NdefRecord[] = [];
  /** The record whose chunks are being read. */
  let openRecord: { record: NdefRecord; chunks: Uint8Array[] } | undefined;
  let offset = 0;
  for (let count = 1; offset < bytes.length; count++) {
    if (records.length === recordLimit || count > maxPieces) {
      return { ok: false, reason: `it has more than ${count - 1} records` };
    }
    const piece = readPiece(bytes, offset);
    if (typeof piece === "string") return { ok: false, reason: `record ${count} ${piece}` };
    const problem = findOrderProblem(piece, {
      isFirst: count === 1,
      isInRecord: openRecord !== undefined,
    });
    if (problem) return { ok: false, reason: `record ${count} ${problem}` };
    offset = piece.end;
    if (openRecord) openRecord.chunks.push(piece.record.payload);
    else if (piece.isChunked) openRecord = { record: piece.record, chunks: [piece.record.payload] };
    else records.push(piece.record);
    if (openRecord && !piece.isChunked) {
      records.push({ ...openRecord.record, payload: concatBytes(openRecord.chunks) });
      openRecord = undefined;
    }
    if (piece.endsMessage) return { ok: true, records };
  }
  return offset === 0 ? { ok: true, records } : { ok: false, reason: "it has no last record" };
}

/**
 * Checks the flags that mark the beginning and end of a message, and the order of chunks (NDEF 1.0,
 * 2.2.1 and 2.3.1). Returns a clause that follows "record N".
 */
function findOrderProblem(
  piece: Piece,
  context: { isFirst: boolean; isInRecord: boolean },
): string | undefined {
  const { tnf, type } = piece.record;
  if (context.isFirst && !piece.beginsMessage) return "is not marked as the first one";
  if (!context.isFirst && piece.beginsMessage) return "begins another message";
  if (piece.isChunked && piece.endsMessage) return "is the last one, but is incomplete";
  if (!context.isInRecord)
    return tnf === unchanged ? "continues a record that never began" : undefined;
  return tnf !== unchanged || type.length > 0 || piece.hasId
    ? "begins before the previous record is complete"
    : undefined;
}

/** A record, or a chunk of a record, with its flags. `end` is the offset after it. */
type Piece = {
  record: NdefRecord;
  beginsMessage: boolean;
  endsMessage: boolean;
  isChunked: boolean;
  hasId: boolean;
  end: number;
};

/** Reads one record or chunk (NDEF 1.0, 3.2), or returns a clause that follows "record N". */
function readPiece(bytes: Uint8Array, start: number): Piece | string {
  const flags = bytes[start]!;
  const isShort = (flags & 0x10) !== 0;
  const hasId = (flags & 0x08) !== 0;
  const tnf = flags & 0x07;
  const typeOffset = start + 2 + (isShort ? 1 : 4) + (hasId ? 1 : 0);
  if (typeOffset > bytes.length) return "breaks off in its header";
  const typeLength = bytes[start + 1]!;
  const payloadLength = isShort ? bytes[start + 2]! : readUint32(bytes, start + 2);
  const idLength = hasId ? bytes[typeOffset - 1]! : 0;
  const idOffset = typeOffset + typeLength;
  const payloadOffset = idOffset + idLength;
  const end = payloadOffset + payloadLength;
  if (end > bytes.length) return `is ${end - bytes.length} bytes longer than the message`;
  if (tnf === empty && end > typeOffset) return "is marked as empty, but is not";
  if ((tnf === unknown || tnf === reserved) && typeLength > 0)
    return "is marked as untyped, but has a type";
  const slice = (from: number, to: number) => (from === to ? noBytes : bytes.subarray(from, to));
  return {
    record: {
      tnf,
      type: slice(typeOffset, idOffset),
      id: slice(idOffset, payloadOffset),
      payload: slice(payloadOffset, end),
    },
    beginsMessage: (flags & 0x80) !== 0,
    endsMessage: (flags & 0x40) !== 0,
    isChunked: (flags & 0x20) !== 0,
    hasId,
    end,
  };
}

/**
 * Encodes records as a message in the shortest form, without chunks. Returns an empty array for no
 * records. Throws a RangeError for more than 128 records, a type or id over 255 bytes, an invalid
 * type name format, or content that the type name format does not allow.
 */
export function encodeNdef(records: readonly NdefRecord[]): Uint8Array {
  if (records.length > maxRecords) {
    throw new RangeError(`An NDEF message holds at most ${maxRecords} records.`);
  }
  return concatBytes(
    records.flatMap((record, index) => {
      const { tnf, type, id, payload } = record;
      checkRecord(record);
      const isShort = payload.length < 256;
      const flags =
        (index === 0 ? 0x80 : 0) |
        (index === records.length - 1 ? 0x40 : 0) |
        (isShort ? 0x10 : 0) |
        (id.length > 0 ? 0x08 : 0) |
        tnf;
      const payloadLength = isShort ? [payload.length] : encodeUint32(payload.length);
      const idLength = id.length > 0 ? [id.length] : [];
      const header = Uint8Array.from([flags, type.length, ...payloadLength, ...idLength]);
      return [header, type, id, payload];
    }),
  );
}

function checkRecord({ tnf, type, id, payload }: NdefRecord): void {
  if (!Number.isInteger(tnf) || tnf < empty || tnf > reserved || tnf === unchanged) {
    throw new RangeError(`An NDEF record cannot have the type name format ${tnf}.`);
  }
  if (type.length > 255 || id.length > 255) {
    throw new RangeError("The type and the id of an NDEF record have at most 255 bytes each.");
  }
  if (tnf === empty && type.length + id.length + payload.length > 0) {
    throw new RangeError("An empty NDEF record cannot have a type, an id or a payload.");
  }
  if ((tnf === unknown || tnf === reserved) && type.length > 0) {
    throw new RangeError("An NDEF record of unknown or reserved type cannot have a type.");
  }
}

function readUint32(bytes: Uint8Array, offset: number): number {
  return bytes.subarray(offset, offset + 4).reduce((value, byte) => value * 256 + byte, 0);
}

function encodeUint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
