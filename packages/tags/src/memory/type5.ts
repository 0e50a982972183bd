import type { DataArea } from "./data-area.ts";
import type { NdefReadResult, NdefWriteResult } from "./results.ts";
import { readArea, refuseWithoutArea, writeArea } from "./tlv.ts";

/**
 * Reads the NDEF message from the memory of a Type 5 tag (NFC Forum Type 5 Tag 1.0, based on
 * ISO/IEC 15693), such as ICODE SLIX and ST25DV. `memory` starts with block 0; the size of a block
 * does not matter.
 */
export function readType5(memory: Uint8Array): NdefReadResult {
  const area = parseArea(memory);
  return "kind" in area ? area : readArea(memory, area);
}

/** Returns the memory with `message` written into it. Keeps the blocks before the old message. */
export function writeType5(memory: Uint8Array, message: Uint8Array): NdefWriteResult {
  const area = parseArea(memory);
  if ("kind" in area) return refuseWithoutArea(area, "first blocks");
  return writeArea(memory, area, message);
}

/**
 * Parses the capability container: E1 (E2 if blocks have two-byte addresses), version and access,
 * size in units of 8 bytes, features. If the size is 0, four more bytes follow, and the last two of
 * them are the size.
 */
function parseArea(
  memory: Uint8Array,
): DataArea | Extract<NdefReadResult, { kind: "more" | "unformatted" }> {
  const [magic, access = 0, size] = memory;
  if (memory.length > 0 && magic !== 0xe1 && magic !== 0xe2) return { kind: "unformatted" };
  const start = size === 0 ? 8 : 4;
  if (size === undefined || memory.length < start) return { kind: "more", length: start };
  const units = size === 0 ? memory[6]! * 256 + memory[7]! : size;
  return { start, end: start + 8 * units, writable: (access & 0x03) === 0 };
}
