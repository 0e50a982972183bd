import { joinBytes } from "../join-bytes.ts";

/** One record of an NDEF message, its chunks joined (NFC Forum NDEF 1.0, section 3). */
export type NdefRecord = {
  /** Type name format: 0 empty, 1 well-known, 2 MIME, 3 absolute URI, 4 external, 5 unknown, 7 reserved. */
  tnf: number;
  type: Uint8Array;
  id: Uint8Array;
  payload: Uint8Array;
};

type Message = { ok: true; records: NdefRecord[] } | { ok: false; reason: string };

const unchanged = 6;
/** No tag needs more; without limits 64 kB of tiny records would take their reader's time. */
const mostRecords = 128;
const mostPieces = 1024;
const nothing = new Uint8Array(0);

/**
 * The records of an NDEF message, at most 128. No bytes at all are a message without records; bytes after the record
 * that ends the message are ignored. What breaks a rule of the format comes back as a sentence.
 */
export function parseNdef(bytes: Uint8Array): Message {
  const message = readMessage(new Uint8Array(bytes), mostRecords);
  if (message.ok) return message;
  const reason = `The NDEF message is damaged: ${message.reason}. Read the tag again, or write it anew.`;
  return { ok: false, reason };
}

/** The same for a part of a message, with at most `most` records; `reason` is a part of a sentence. */
export function readMessage(bytes: Uint8Array, most: number): Message {
  const records: NdefRecord[] = [];
  /** The record whose chunks are being read. */
  let open: { record: NdefRecord; chunks: Uint8Array[] } | undefined;
  let at = 0;
  for (let count = 1; at < bytes.length; count++) {
    if (records.length === most || count > mostPieces) {
      return { ok: false, reason: `it has more than ${count - 1} records` };
    }
    const piece = readPiece(bytes, at);
    if (typeof piece === "string") return { ok: false, reason: `record ${count} ${piece}` };
    const misplaced = whyMisplaced(piece, { first: count === 1, open: open !== undefined });
    if (misplaced) return { ok: false, reason: `record ${count} ${misplaced}` };
    at = piece.end;
    if (open) open.chunks.push(piece.record.payload);
    else if (piece.chunked) open = { record: piece.record, chunks: [piece.record.payload] };
    else records.push(piece.record);
    if (open && !piece.chunked) {
      records.push({ ...open.record, payload: joinBytes(open.chunks) });
      open = undefined;
    }
    if (piece.ends) return { ok: true, records };
  }
  return at === 0
    ? { ok: true, records }
    : { ok: false, reason: "it breaks off before its last record" };
}

/** NDEF 1.0, 2.2.1 and 2.3.1: how messages begin and end, and how chunks follow each other. */
function whyMisplaced(piece: Piece, here: { first: boolean; open: boolean }): string | undefined {
  const { tnf, type } = piece.record;
  if (here.first && !piece.begins) return "does not begin it";
  if (!here.first && piece.begins) return "begins another message";
  if (piece.chunked && piece.ends) return "ends it and is not whole";
  if (!here.open) return tnf === unchanged ? "continues one that never began" : undefined;
  return tnf !== unchanged || type.length > 0 || piece.hasId
    ? "begins before the one before it is whole"
    : undefined;
}

type Piece = {
  record: NdefRecord;
  begins: boolean;
  ends: boolean;
  chunked: boolean;
  hasId: boolean;
  end: number;
};

/** One record or chunk (NDEF 1.0, 3.2), or what is wrong with it. */
function readPiece(bytes: Uint8Array, start: number): Piece | string {
  const flags = bytes[start]!;
  const short = (flags & 0x10) !== 0;
  const hasId = (flags & 0x08) !== 0;
  const tnf = flags & 0x07;
  const typeAt = start + 2 + (short ? 1 : 4) + (hasId ? 1 : 0);
  if (typeAt > bytes.length) return "breaks off in its header";
  const typeLength = bytes[start + 1]!;
  const payloadLength = short ? bytes[start + 2]! : readUint32(bytes, start + 2);
  const idLength = hasId ? bytes[typeAt - 1]! : 0;
  const idAt = typeAt + typeLength;
  const payloadAt = idAt + idLength;
  const end = payloadAt + payloadLength;
  if (end > bytes.length) return `is ${end - bytes.length} bytes longer than the message`;
  if (tnf === 0 && end > typeAt) return "is marked empty and is not";
  if ((tnf === 5 || tnf === 7) && typeLength > 0) return "is marked as without a type and has one";
  const part = (from: number, to: number) => (from === to ? nothing : bytes.subarray(from, to));
  return {
    record: {
      tnf,
      type: part(typeAt, idAt),
      id: part(idAt, payloadAt),
      payload: part(payloadAt, end),
    },
    begins: (flags & 0x80) !== 0,
    ends: (flags & 0x40) !== 0,
    chunked: (flags & 0x20) !== 0,
    hasId,
    end,
  };
}

/**
 * The message of these records, in the shortest form, never in chunks; no records give no bytes.
 * Throws a RangeError for records that no message can hold: a type or id over 255 bytes, a type name format that is
 * not one, an empty record that is not empty, more than 128 records.
 */
export function printNdef(records: readonly NdefRecord[]): Uint8Array {
  if (records.length > mostRecords) {
    throw new RangeError(`An NDEF message holds at most ${mostRecords} records.`);
  }
  return joinBytes(
    records.flatMap((record, index) => {
      const { tnf, type, id, payload } = record;
      checkRecord(record);
      const short = payload.length < 256;
      const flags =
        (index === 0 ? 0x80 : 0) |
        (index === records.length - 1 ? 0x40 : 0) |
        (short ? 0x10 : 0) |
        (id.length > 0 ? 0x08 : 0) |
        tnf;
      const lengths = short ? [payload.length] : uint32(payload.length);
      const idLength = id.length > 0 ? [id.length] : [];
      return [Uint8Array.from([flags, type.length, ...lengths, ...idLength]), type, id, payload];
    }),
  );
}

function checkRecord({ tnf, type, id, payload }: NdefRecord): void {
  const wrong =
    !Number.isInteger(tnf) || tnf < 0 || tnf > 7 || tnf === unchanged
      ? `has no type name format ${tnf}`
      : type.length > 255 || id.length > 255
        ? "has a type and an id of at most 255 bytes"
        : tnf === 0 && type.length + id.length + payload.length > 0
          ? "that is empty has no type, id or payload"
          : (tnf === 5 || tnf === 7) && type.length > 0
            ? "of unknown type has no type"
            : undefined;
  if (wrong) throw new RangeError(`An NDEF record ${wrong}.`);
}

function readUint32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
  );
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
