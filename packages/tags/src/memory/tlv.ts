import { after, type DataArea, put, roomFrom, take, usable } from "./data-area.ts";
import type { Laid, NdefPlace } from "./ndef-place.ts";

const tag = { nothing: 0x00, message: 0x03, end: 0xfe };
/** The length field has two bytes, and their highest value is reserved. */
const longest = 0xfffe;

/** Told of each block that comes before the message. */
type Before = (type: number, value: Uint8Array) => void;

/**
 * The first NDEF message among the type-length-value blocks of a data area
 * (NFC Forum Type 2 Tag 1.2, section 4.3; Type 5 Tag 1.0, section 4.4).
 */
export function readArea(memory: Uint8Array, area: DataArea, before?: Before): NdefPlace {
  const found = findMessage(memory, area, before);
  if (found.kind === "more") return found;
  if (found.kind === "damaged") return { kind: "damaged", reason: found.reason };
  const capacity = capacityAt(area, found.at);
  const { writable } = area;
  return found.message.length === 0
    ? { kind: "blank", capacity, writable }
    : { kind: "ndef", message: found.message, capacity, writable };
}

/**
 * Lays a message where the first one is, or would be: what comes before it is kept, what comes after it is given up.
 * A damaged block is written over, so that the tag can be used again.
 */
export function layArea(
  memory: Uint8Array,
  area: DataArea,
  message: Uint8Array,
  before?: Before,
): Laid {
  if (!area.writable) {
    return { ok: false, reason: "This tag is read-only and cannot be written. Take another one." };
  }
  const found = findMessage(memory, area, before);
  if (found.kind === "more") return incomplete(memory, found.length);
  const capacity = capacityAt(area, found.at);
  const { length } = message;
  const header = [tag.message, ...(length < 0xff ? [length] : [0xff, length >> 8, length & 0xff])];
  const end = after(area, found.at, header.length + length);
  if (length > capacity || end > area.end) {
    const reason = `The message takes ${length} bytes, and this tag has room for ${capacity}. Shorten it or take a larger tag.`;
    return { ok: false, reason };
  }
  const needed = end < area.end ? after(area, end, 1) : end;
  if (needed > memory.length) return incomplete(memory, needed);
  const image = new Uint8Array(memory);
  put(image, area, found.at, header);
  put(image, area, after(area, found.at, header.length), message);
  if (end < area.end) put(image, area, end, [tag.end]);
  return { ok: true, memory: image };
}

function incomplete(memory: Uint8Array, more: number): Laid {
  const reason = `Only the first ${memory.length} bytes of the tag were read, and ${more} are needed to write this. Read it again.`;
  return { ok: false, reason, more };
}

/** `at`: where the message is, or where one would go. */
type Found =
  | { kind: "message"; at: number; message: Uint8Array }
  | { kind: "damaged"; at: number; reason: string }
  | { kind: "more"; length: number };

function findMessage(memory: Uint8Array, area: DataArea, before?: Before): Found {
  const none = (at: number): Found => ({ kind: "message", at, message: new Uint8Array(0) });
  let behindLast = area.start;
  for (let at = area.start; ; ) {
    at = usable(area, at);
    if (at >= area.end) return none(behindLast);
    if (at >= memory.length) return { kind: "more", length: Math.min(area.end, at + 16) };
    const type = memory[at]!;
    if (type === tag.end) return none(behindLast);
    if (type === tag.nothing) {
      at++;
      continue;
    }
    const block = measure(memory, area, at);
    if (typeof block === "number") return { kind: "more", length: block };
    if (block.end > area.end) {
      const what = type === tag.message ? "its message" : "a block before its message";
      return {
        kind: "damaged",
        at: behindLast,
        reason: `The memory of this tag is damaged: ${what} is longer than the tag. Write the tag anew.`,
      };
    }
    if (block.end > memory.length) return { kind: "more", length: block.end };
    if (type === tag.message) {
      return { kind: "message", at, message: take(memory, area, block.start, block.length) };
    }
    before?.(type, take(memory, area, block.start, block.length));
    at = block.end;
    behindLast = block.end;
  }
}

/** Where the value of the block at `at` lies; a number when that many bytes of the memory are needed to tell. */
function measure(memory: Uint8Array, area: DataArea, at: number) {
  const shortAt = usable(area, after(area, at, 1));
  if (shortAt >= area.end) return { start: shortAt, length: 0, end: area.end + 1 };
  const shortEnd = after(area, shortAt, 1);
  if (shortEnd > memory.length) return shortEnd;
  const short = memory[shortAt]!;
  if (short < 0xff) {
    return { start: shortEnd, length: short, end: after(area, shortEnd, short) };
  }
  const longEnd = after(area, shortEnd, 2);
  if (longEnd > area.end) return { start: longEnd, length: 0, end: longEnd };
  if (longEnd > memory.length) return longEnd;
  const [high = 0, low = 0] = take(memory, area, shortEnd, 2);
  const length = high * 256 + low;
  return { start: longEnd, length, end: after(area, longEnd, length) };
}

/** The longest message for which there is room from `at` on. */
function capacityAt(area: DataArea, at: number): number {
  const room = roomFrom(area, at);
  const short = Math.min(room - 2, 0xfe);
  return Math.max(0, short, Math.min(room - 4, longest));
}
