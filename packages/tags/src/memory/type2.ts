import type { DataArea } from "./data-area.ts";
import type { Laid, NdefPlace } from "./ndef-place.ts";
import { layArea, readArea } from "./tlv.ts";

/**
 * The NDEF message in the memory of a Type 2 tag (NFC Forum Type 2 Tag 1.2): NTAG21x, Ultralight and their kind.
 * `memory` starts with page 0; places that control TLVs set aside are left out.
 */
export function readType2(memory: Uint8Array): NdefPlace {
  const area = areaOf(memory);
  return "kind" in area ? area : readArea(memory, area, setAside(area));
}

/** The same memory with `message` laid in; what comes before the old message is kept. */
export function layType2(memory: Uint8Array, message: Uint8Array): Laid {
  const area = areaOf(memory);
  if ("kind" in area) {
    const reason =
      area.kind === "more"
        ? "The first four pages of the tag are needed to write to it. Read it again."
        : "This tag is not formatted for NDEF. Take one that is.";
    return { ok: false, reason, ...(area.kind === "more" ? { more: area.length } : {}) };
  }
  return layArea(memory, area, message, setAside(area));
}

const headerLength = 16;

/** Page 3 is the capability container: E1, version, size in 8 bytes, access (0 for free reading and writing). */
function areaOf(
  memory: Uint8Array,
): Required<DataArea> | Extract<NdefPlace, { kind: "more" | "unformatted" }> {
  if (memory.length < headerLength) return { kind: "more", length: headerLength };
  if (memory[12] !== 0xe1) return { kind: "unformatted" };
  const end = headerLength + 8 * memory[14]!;
  const locked = (memory[10]! & 0xf0) !== 0 || memory[11] !== 0;
  const writable = (memory[15]! & 0x0f) === 0 && !locked;
  return { start: headerLength, end, writable, taken: new Uint8Array(end) };
}

const lockControl = 0x01;
const memoryControl = 0x02;

/** Marks what Lock Control and Memory Control TLVs set aside (Type 2 Tag 1.2, 4.3.3 and 4.3.4). */
function setAside({ taken }: Required<DataArea>) {
  return (type: number, value: Uint8Array): void => {
    if ((type !== lockControl && type !== memoryControl) || value.length !== 3) return;
    const [position = 0, size = 0, page = 0] = value;
    const start = (position >> 4) * 2 ** (page & 0x0f) + (position & 0x0f);
    const count = size === 0 ? 256 : size;
    taken.fill(1, start, start + (type === lockControl ? Math.ceil(count / 8) : count));
  };
}
