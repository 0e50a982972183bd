/** Bits to be set in a page of a Type 2 tag. None of them can be taken back. */
export type LockWrite = { page: number; bits: readonly [number, number, number, number] };

/**
 * What makes a Type 2 tag read-only, in this order: the capability container says so (byte 3, 0F), the lock bits of the
 * pages from 16 on, and last those of the first 16 pages, which lock the container itself (NFC Forum Type 2 Tag 1.2,
 * 4.6). `complete` is false when it is not known where the lock bits of the later pages are: nothing is guessed.
 */
export function lockWrites(memory: Uint8Array): { writes: LockWrite[]; complete: boolean } {
  const container: LockWrite = { page: 3, bits: [0, 0, 0, 0x0f] };
  const first: LockWrite = { page: 2, bits: [0, 0, 0xff, 0xff] };
  const size = memory[14]! * 8;
  if (size <= firstPages) return { writes: [container, first], complete: true };
  const later = laterLocks(memory) ?? knownChips.get(size);
  return later
    ? { writes: [container, ...toWrites(later), first], complete: true }
    : { writes: [container], complete: false };
}

/** Bytes for data in the pages 4 to 15. */
const firstPages = 48;

/** Lock bits: where their first byte is, and how many there are. */
type LaterLocks = { start: number; bits: number };

/** By size of the data area, as the chips' data sheets place them. */
const knownChips: ReadonlyMap<number, LaterLocks> = new Map([
  // NTAG212, Ultralight EV1: page 24h, a bit for two pages.
  [128, { start: 0x24 * 4, bits: 10 }],
  // NTAG213, Ultralight C: page 28h, a bit for two pages (Ultralight C: four).
  [144, { start: 0x28 * 4, bits: 12 }],
  // NTAG215 and NTAG216: a bit for sixteen pages.
  [496, { start: 0x82 * 4, bits: 8 }],
  [872, { start: 0xe2 * 4, bits: 14 }],
]);

/** The Lock Control TLV, when the tag has one before its message (NFC Forum Type 2 Tag 1.2, 4.3.3). */
function laterLocks(memory: Uint8Array): LaterLocks | undefined {
  for (let at = 16; at + 4 < memory.length; ) {
    const type = memory[at]!;
    if (type === 0x00) at++;
    else if (type === 0x01 && memory[at + 1] === 3) {
      const [position = 0, count = 0, page = 0] = memory.subarray(at + 2, at + 5);
      const start = (position >> 4) * 2 ** (page & 0x0f) + (position & 0x0f);
      // Known chips have no lock bits among their data: such a block was left there by something else.
      const area = 16 + memory[14]! * 8;
      return start >= area && start < 1024 ? { start, bits: count || 256 } : undefined;
    } else if (type === 0x02) at += 2 + memory[at + 1]!;
    else return undefined;
  }
  return undefined;
}

function toWrites({ start, bits }: LaterLocks): LockWrite[] {
  const pages = new Map<number, [number, number, number, number]>();
  for (let bit = 0; bit < bits; bit++) {
    const at = start + (bit >> 3);
    const page = at >> 2;
    const bytes = pages.get(page) ?? [0, 0, 0, 0];
    bytes[(at & 3) as 0 | 1 | 2 | 3] |= 1 << (bit & 7);
    pages.set(page, bytes);
  }
  return [...pages].map(([page, bits]) => ({ page, bits }));
}
