import {
  countUsable,
  type DataArea,
  findNextUsable,
  findPositionAfter,
  readData,
  writeData,
} from "./data-area.ts";
import type { NdefReadResult, NdefWriteResult } from "./results.ts";

/** The TLV types NULL, NDEF Message and Terminator. */
const tlvTypes = { null: 0x00, message: 0x03, terminator: 0xfe };
/** The longest message in bytes. The length 0xFFFF is reserved. */
const maxMessageLength = 0xfffe;
/** The bytes that one READ command of a Type 2 tag returns, which are four blocks of Type 5. */
const readLength = 16;

/** Called for every block before the message. */
type OnBlock = (type: number, value: Uint8Array) => void;

/**
 * Reads the first NDEF message among the TLV (type, length, value) blocks of a data area
 * (NFC Forum Type 2 Tag 1.2, section 4.3; Type 5 Tag 1.0, section 4.4).
 */
export function readArea(memory: Uint8Array, area: DataArea, onBlock?: OnBlock): NdefReadResult {
  const search = findMessage(memory, area, onBlock);
  if (search.kind === "more") return search;
  if (search.kind === "damaged") return { kind: "damaged", reason: search.reason };
  const capacity = computeCapacity(area, search.position);
  const { writable } = area;
  return search.message.length === 0
    ? { kind: "blank", capacity, writable }
    : { kind: "ndef", message: search.message, capacity, writable };
}

/**
 * Writes a message in place of the first message, or where the first message would be. Keeps the
 * blocks before it and drops those after it. Overwrites a damaged block, so that the tag can be
 * used again.
 */
export function writeArea(
  memory: Uint8Array,
  area: DataArea,
  message: Uint8Array,
  onBlock?: OnBlock,
): NdefWriteResult {
  if (!area.writable) {
    return { ok: false, reason: "This tag is read-only and cannot be written. Use another one." };
  }
  const search = findMessage(memory, area, onBlock);
  if (search.kind === "more") return refuseTruncated(memory, search.length);
  const capacity = computeCapacity(area, search.position);
  const { length } = message;
  const header = [
    tlvTypes.message,
    ...(length < 0xff ? [length] : [0xff, length >> 8, length & 0xff]),
  ];
  const end = findPositionAfter(area, search.position, header.length + length);
  if (length > capacity || end > area.end) {
    const reason = `The message takes ${length} bytes, and this tag has room for ${capacity}. Shorten it or use a larger tag.`;
    return { ok: false, reason };
  }
  const neededLength = end < area.end ? findPositionAfter(area, end, 1) : end;
  if (neededLength > memory.length) return refuseTruncated(memory, neededLength);
  const image = new Uint8Array(memory);
  writeData(image, area, search.position, header);
  writeData(image, area, findPositionAfter(area, search.position, header.length), message);
  if (end < area.end) writeData(image, area, end, [tlvTypes.terminator]);
  return { ok: true, memory: image };
}

/**
 * Explains why nothing can be written to a memory whose data area is unknown. `missingPart` names
 * the part of the memory that describes the data area.
 */
export function refuseWithoutArea(
  problem: Extract<NdefReadResult, { kind: "more" | "unformatted" }>,
  missingPart: string,
): NdefWriteResult {
  if (problem.kind === "unformatted") {
    return { ok: false, reason: "This tag is not formatted for NDEF. Use one that is." };
  }
  const reason = `Writing to this tag requires its ${missingPart}. Read the tag again.`;
  return { ok: false, reason, more: problem.length };
}

function refuseTruncated(memory: Uint8Array, neededLength: number): NdefWriteResult {
  const reason = `Only the first ${memory.length} bytes of the tag were read, but writing this message requires ${neededLength}. Read the tag again.`;
  return { ok: false, reason, more: neededLength };
}

/**
 * The first message, which is empty if there is none. `position` is the offset at which its block
 * starts or would start.
 */
type MessageSearch =
  | { kind: "message"; position: number; message: Uint8Array }
  | { kind: "damaged"; position: number; reason: string }
  | { kind: "more"; length: number };

function findMessage(memory: Uint8Array, area: DataArea, onBlock?: OnBlock): MessageSearch {
  const createEmptyMessage = (position: number): MessageSearch => ({
    kind: "message",
    position,
    message: new Uint8Array(0),
  });
  let endOfLastBlock = area.start;
  let position = area.start;
  for (;;) {
    position = findNextUsable(area, position);
    if (position >= area.end) return createEmptyMessage(endOfLastBlock);
    if (position >= memory.length) {
      return { kind: "more", length: Math.min(area.end, position + readLength) };
    }
    const type = memory[position]!;
    if (type === tlvTypes.terminator) return createEmptyMessage(endOfLastBlock);
    if (type === tlvTypes.null) {
      position++;
      continue;
    }
    const block = measureBlock(memory, area, position);
    if ("neededLength" in block) return { kind: "more", length: block.neededLength };
    if (block.end > area.end) {
      const subject = type === tlvTypes.message ? "its message" : "a block before its message";
      return {
        kind: "damaged",
        position: endOfLastBlock,
        reason: `The memory of this tag is damaged: ${subject} is longer than the tag. Write the tag again.`,
      };
    }
    if (block.end > memory.length) return { kind: "more", length: block.end };
    const value = readData(memory, area, block.valueStart, block.length);
    if (type === tlvTypes.message) return { kind: "message", position, message: value };
    onBlock?.(type, value);
    position = block.end;
    endOfLastBlock = block.end;
  }
}

/** The offset of a block's value, the value's length, and the offset of the block's end. */
type Block = { valueStart: number; length: number; end: number };

/**
 * Measures the block at `position`. Returns `neededLength` if the memory is too short for that.
 */
function measureBlock(
  memory: Uint8Array,
  area: DataArea,
  position: number,
): Block | { neededLength: number } {
  const lengthStart = findNextUsable(area, findPositionAfter(area, position, 1));
  if (lengthStart >= area.end) return { valueStart: lengthStart, length: 0, end: area.end + 1 };
  const shortEnd = findPositionAfter(area, lengthStart, 1);
  if (shortEnd > memory.length) return { neededLength: shortEnd };
  const shortLength = memory[lengthStart]!;
  if (shortLength < 0xff) {
    const end = findPositionAfter(area, shortEnd, shortLength);
    return { valueStart: shortEnd, length: shortLength, end };
  }
  const longEnd = findPositionAfter(area, shortEnd, 2);
  if (longEnd > area.end) return { valueStart: longEnd, length: 0, end: longEnd };
  if (longEnd > memory.length) return { neededLength: longEnd };
  const [high = 0, low = 0] = readData(memory, area, shortEnd, 2);
  const length = high * 256 + low;
  return { valueStart: longEnd, length, end: findPositionAfter(area, longEnd, length) };
}

/**
 * Returns the length of the longest message that fits from `position` on. The header of a message
 * of 255 bytes or more is two bytes longer.
 */
function computeCapacity(area: DataArea, position: number): number {
  const usableLength = countUsable(area, position);
  const withShortHeader = Math.min(usableLength - 2, 0xfe);
  const withLongHeader = Math.min(usableLength - 4, maxMessageLength);
  return Math.max(0, withShortHeader, withLongHeader);
}
