import type { DataArea } from "./data-area.ts";
import type { NdefReadResult, NdefWriteResult } from "./results.ts";
import { readArea, refuseWithoutArea, writeArea } from "./tlv.ts";

/**
 * Reads the NDEF message from the memory of a Type 2 tag (NFC Forum Type 2 Tag 1.2), such as
 * NTAG21x and Ultralight. `memory` starts with page 0. Skips the bytes that control TLVs reserve.
 */
export function readType2(memory: Uint8Array): NdefReadResult {
  const area = parseArea(memory);
  if ("kind" in area) return area;
  return readArea(memory, area, (type, value) => markReserved(area, type, value));
}

/** Returns the memory with `message` written into it. Keeps the blocks before the old message. */
export function writeType2(memory: Uint8Array, message: Uint8Array): NdefWriteResult {
  const area = parseArea(memory);
  if ("kind" in area) return refuseWithoutArea(area, "first four pages");
  return writeArea(memory, area, message, (type, value) => markReserved(area, type, value));
}

/** Bytes 0 to 15: UID and check bytes, static lock bytes (10 and 11), capability container. */
const headerLength = 16;

/**
 * Parses page 3, the capability container: E1, version, size in units of 8 bytes, access (0: read
 * and write).
 */
function parseArea(
  memory: Uint8Array,
): Required<DataArea> | Extract<NdefReadResult, { kind: "more" | "unformatted" }> {
  if (memory.length < headerLength) return { kind: "more", length: headerLength };
  if (memory[12] !== 0xe1) return { kind: "unformatted" };
  const end = headerLength + 8 * memory[14]!;
  const isLocked = (memory[10]! & 0xf0) !== 0 || memory[11] !== 0;
  const writable = (memory[15]! & 0x0f) === 0 && !isLocked;
  return { start: headerLength, end, writable, reserved: new Uint8Array(end) };
}

const lockControl = 0x01;
const memoryControl = 0x02;

/**
 * Marks the bytes that a Lock Control or Memory Control TLV reserves (Type 2 Tag 1.2, 4.3.3 and
 * 4.3.4).
 */
function markReserved({ reserved }: Required<DataArea>, type: number, value: Uint8Array): void {
  if ((type !== lockControl && type !== memoryControl) || value.length !== 3) return;
  const [position = 0, size = 0, page = 0] = value;
  const start = (position >> 4) * 2 ** (page & 0x0f) + (position & 0x0f);
  const count = size === 0 ? 256 : size;
  reserved.fill(1, start, start + (type === lockControl ? Math.ceil(count / 8) : count));
}
