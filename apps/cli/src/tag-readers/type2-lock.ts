/** Bits to set in a page of a Type 2 tag. A bit that is set can never be cleared. */
export type LockWrite = { page: number; bits: readonly [number, number, number, number] };

/**
 * Returns the writes that make a Type 2 tag read-only, in order (NFC Forum Type 2 Tag 1.2, 4.6):
 * the capability container declares it (byte 3, 0F), then the dynamic lock bits of the pages from
 * 16 on, and last the static lock bits of the first 16 pages, which lock the container itself.
 * `isComplete` is false if the position of the dynamic lock bits is unknown: only the container is
 * written then.
 */
export function listLockWrites(memory: Uint8Array): { writes: LockWrite[]; isComplete: boolean } {
  const container: LockWrite = { page: 3, bits: [0, 0, 0, 0x0f] };
  const staticLocks: LockWrite = { page: 2, bits: [0, 0, 0xff, 0xff] };
  const size = memory[14]! * 8;
  if (size <= maxStaticSize) return { writes: [container, staticLocks], isComplete: true };
  const dynamicLocks = findDynamicLocks(memory) ?? knownChips.get(size);
  return dynamicLocks
    ? { writes: [container, ...toWrites(dynamicLocks), staticLocks], isComplete: true }
    : { writes: [container], isComplete: false };
}

/** The length of pages 4 to 15 in bytes. The static lock bits cover no further data pages. */
const maxStaticSize = 48;

/** Dynamic lock bits: the offset of their first byte, and their number. */
type DynamicLocks = { start: number; bits: number };

/** The dynamic lock bits by size of the data area, from the data sheets of the chips. */
const knownChips: ReadonlyMap<number, DynamicLocks> = new Map([
  // NTAG212, Ultralight EV1: page 24h, one bit for two pages.
  [128, { start: 0x24 * 4, bits: 10 }],
  // NTAG213, Ultralight C: page 28h, one bit for two pages (Ultralight C: four).
  [144, { start: 0x28 * 4, bits: 12 }],
  // NTAG215 and NTAG216: one bit for sixteen pages.
  [496, { start: 0x82 * 4, bits: 8 }],
  [872, { start: 0xe2 * 4, bits: 14 }],
]);

/**
 * Reads the Lock Control TLV, if there is one before the message (NFC Forum Type 2 Tag 1.2, 4.3.3).
 */
function findDynamicLocks(memory: Uint8Array): DynamicLocks | undefined {
  let offset = 16;
  while (offset + 4 < memory.length) {
    const type = memory[offset]!;
    if (type === nullTlv) offset++;
    else if (type === lockControlTlv && memory[offset + 1] === 3) {
      const [position = 0, count = 0, page = 0] = memory.subarray(offset + 2, offset + 5);
      const start = (position >> 4) * 2 ** (page & 0x0f) + (position & 0x0f);
      // No known chip has lock bits within its data area. Such a TLV is a leftover and is ignored.
      const dataEnd = 16 + memory[14]! * 8;
      return start >= dataEnd && start < 1024 ? { start, bits: count || 256 } : undefined;
    } else if (type === memoryControlTlv) offset += 2 + memory[offset + 1]!;
    else return undefined;
  }
  return undefined;
}

const nullTlv = 0x00;
const lockControlTlv = 0x01;
const memoryControlTlv = 0x02;

function toWrites({ start, bits }: DynamicLocks): LockWrite[] {
  const pages = new Map<number, [number, number, number, number]>();
  for (let bit = 0; bit < bits; bit++) {
    const offset = start + (bit >> 3);
    const page = offset >> 2;
    const bytes = pages.get(page) ?? [0, 0, 0, 0];
    bytes[(offset & 3) as 0 | 1 | 2 | 3] |= 1 << (bit & 7);
    pages.set(page, bytes);
  }
  return [...pages].map(([page, bits]) => ({ page, bits }));
}
