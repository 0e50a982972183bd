import { chips, fitsOnChip, sizeOf } from "@scanhook/tags";

/** The space that a message takes on a tag, in bytes, and the chips that it fits on. */
export type CapacityCheck = {
  areaBytes: number;
  /**
   * The smallest common chip that the message fits on, or else the smallest other one; undefined if
   * it fits on none.
   */
  best?: { name: string; capacity: number; takenBytes: number } | undefined;
  /** The chips of the tags that most people have. */
  common: { name: string; capacity: number; fits: boolean }[];
  largest: { name: string; capacity: number };
};

const commonChipNames = ["NTAG213", "NTAG215", "NTAG216", "ICODE SLIX2"];
const chipsBySize = chips.toSorted((a, b) => a.capacity - b.capacity);
const commonChips = chipsBySize.filter(({ name }) => commonChipNames.includes(name));
const largestChip = chipsBySize.at(-1)!;

/** Returns which chips an encoded NDEF message fits on. */
export function checkCapacity(message: Uint8Array): CapacityCheck {
  const { messageBytes, areaBytes } = sizeOf(message);
  const chip = [...commonChips, ...chipsBySize].find((each) => fitsOnChip(each, message));
  // A full area may lack the terminator TLV. A type 4 tag has a length of two bytes and no TLVs.
  const takenBytes =
    chip && (chip.type === 4 ? messageBytes + 2 : Math.min(areaBytes, chip.capacity));
  return {
    areaBytes,
    common: commonChips.map((each) => ({
      name: each.name,
      capacity: each.capacity,
      fits: fitsOnChip(each, message),
    })),
    largest: largestChip,
    best:
      chip && takenBytes !== undefined
        ? { name: chip.name, capacity: chip.capacity, takenBytes }
        : undefined,
  };
}
