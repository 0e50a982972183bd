import { chips, fits, sizeOf } from "@scanhook/tags";

/** How much of a tag a message takes, and which tags have room for it. */
export type Room = {
  areaBytes: number;
  /** The smallest that fits, of the common ones first; undefined when it is too big for all. */
  best?: { name: string; capacity: number; taken: number };
  /** The tags most people have. */
  common: { name: string; capacity: number; fits: boolean }[];
  largest: { name: string; capacity: number };
};

const commonNames = ["NTAG213", "NTAG215", "NTAG216", "ICODE SLIX2"];
const bySize = chips.toSorted((a, b) => a.capacity - b.capacity);
const common = bySize.filter(({ name }) => commonNames.includes(name));
const largest = bySize.at(-1)!;

export function roomOn(message: Uint8Array): Room {
  const { messageBytes, areaBytes } = sizeOf(message);
  const chip = [...common, ...bySize].find((each) => fits(each, message));
  // The end mark may be missing when the area is full; type 4 has only a length.
  const taken = chip && (chip.type === 4 ? messageBytes + 2 : Math.min(areaBytes, chip.capacity));
  return {
    areaBytes,
    common: common.map((each) => ({
      name: each.name,
      capacity: each.capacity,
      fits: fits(each, message),
    })),
    largest,
    ...(chip && taken !== undefined
      ? { best: { name: chip.name, capacity: chip.capacity, taken } }
      : {}),
  };
}
