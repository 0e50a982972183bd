import type { DataArea } from "./data-area.ts";
import type { Laid, NdefPlace } from "./ndef-place.ts";
import { layArea, readArea } from "./tlv.ts";

/**
 * The NDEF message in the memory of a Type 5 tag (NFC Forum Type 5 Tag 1.0, on ISO/IEC 15693): ICODE SLIX, ST25DV and
 * their kind. `memory` starts with block 0, whatever the size of a block.
 */
export function readType5(memory: Uint8Array): NdefPlace {
  const area = areaOf(memory);
  return "kind" in area ? area : readArea(memory, area);
}

/** The same memory with `message` laid in; what comes before the old message is kept. */
export function layType5(memory: Uint8Array, message: Uint8Array): Laid {
  const area = areaOf(memory);
  if ("kind" in area) {
    const reason =
      area.kind === "more"
        ? "The first blocks of the tag are needed to write to it. Read it again."
        : "This tag is not formatted for NDEF. Take one that is.";
    return { ok: false, reason, ...(area.kind === "more" ? { more: area.length } : {}) };
  }
  return layArea(memory, area, message);
}

/**
 * The capability container: E1 (E2 when blocks have two-byte addresses), version and access, size in 8 bytes,
 * features. With a size of 0 four bytes follow, the last two of them the size.
 */
function areaOf(
  memory: Uint8Array,
): DataArea | Extract<NdefPlace, { kind: "more" | "unformatted" }> {
  const [magic, access = 0, size] = memory;
  if (memory.length > 0 && magic !== 0xe1 && magic !== 0xe2) return { kind: "unformatted" };
  const start = size === 0 ? 8 : 4;
  if (size === undefined || memory.length < start) return { kind: "more", length: start };
  const eights = size === 0 ? memory[6]! * 256 + memory[7]! : size;
  return { start, end: start + 8 * eights, writable: (access & 0x03) === 0 };
}
