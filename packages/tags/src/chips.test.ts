import { expect, test } from "vitest";
import { chips, fitsOnChip, sizeOf } from "./chips.ts";
import { writeType2 } from "./memory/type2.ts";
import { fromHex, readFixture } from "./testing/vectors.ts";

function findChip(name: string) {
  const chip = chips.find((candidate) => candidate.name === name);
  if (!chip) throw new Error(`There is no chip ${name}.`);
  return chip;
}

type WriteVector = {
  name: string;
  canonicalHex: string;
  ndefBytes: number;
  tlvBytes: number;
  fits: Record<string, boolean>;
};

test.each(readFixture<WriteVector[]>("write.json"))(
  "sizeOf and fitsOnChip agree with the vector $name",
  (vector) => {
    const message = fromHex(vector.canonicalHex);
    expect(sizeOf(message)).toEqual({
      messageBytes: vector.ndefBytes,
      areaBytes: vector.tlvBytes,
    });
    for (const [name, expected] of Object.entries(vector.fits)) {
      expect(fitsOnChip(findChip(name.toUpperCase()), message), name).toBe(expected);
    }
  },
);

test("a message fits on a Type 2 chip exactly if it can be written into the chip's empty memory", () => {
  for (const { capacity } of chips.filter(({ type, capacity }) => type === 2 && capacity < 2040)) {
    const memory = new Uint8Array(16 + capacity);
    memory.set([0xe1, 0x10, capacity / 8, 0], 12);
    for (let length = capacity - 6; length <= capacity; length++) {
      const message = new Uint8Array(length);
      const { ok } = writeType2(memory, message);
      expect(fitsOnChip({ name: "", type: 2, capacity }, message)).toBe(ok);
    }
  }
});

test("a Type 4 file uses two bytes for the message's length", () => {
  expect(fitsOnChip(findChip("NTAG 424 DNA"), new Uint8Array(254))).toBe(true);
  expect(fitsOnChip(findChip("NTAG 424 DNA"), new Uint8Array(255))).toBe(false);
});

test("chip names are unique, and the sizes of data areas are multiples of 8", () => {
  expect(new Set(chips.map(({ name }) => name)).size).toBe(chips.length);
  for (const { type, capacity } of chips) if (type !== 4) expect(capacity % 8).toBe(0);
});
