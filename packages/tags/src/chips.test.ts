import { expect, test } from "vitest";
import { chips, fits, sizeOf } from "./chips.ts";
import { bytesOf, fixture } from "./fixtures/vectors.ts";
import { layType2 } from "./memory/type2.ts";

const chip = (name: string) => {
  const found = chips.find((one) => one.name === name);
  if (!found) throw new Error(`no chip ${name}`);
  return found;
};

type WriteVector = {
  name: string;
  canonicalHex: string;
  ndefBytes: number;
  tlvBytes: number;
  fits: Record<string, boolean>;
};

test.each(fixture<WriteVector[]>("write.json"))(
  "$name: its size, and which chips have room",
  (vector) => {
    const message = bytesOf(vector.canonicalHex);
    expect(sizeOf(message)).toEqual({
      messageBytes: vector.ndefBytes,
      areaBytes: vector.tlvBytes,
    });
    for (const [name, expected] of Object.entries(vector.fits)) {
      expect(fits(chip(name.toUpperCase()), message), name).toBe(expected);
    }
  },
);

test("a chip has room for exactly what can be laid into its empty memory", () => {
  for (const { capacity } of chips.filter(({ type, capacity }) => type === 2 && capacity < 2040)) {
    const memory = new Uint8Array(16 + capacity);
    memory.set([0xe1, 0x10, capacity / 8, 0], 12);
    for (let length = capacity - 6; length <= capacity; length++) {
      const message = new Uint8Array(length);
      const laid = layType2(memory, message);
      expect(fits({ name: "", type: 2, capacity }, message)).toBe(laid.ok);
    }
  }
});

test("a Type 4 file spends two bytes on the message's length", () => {
  expect(fits(chip("NTAG 424 DNA"), new Uint8Array(254))).toBe(true);
  expect(fits(chip("NTAG 424 DNA"), new Uint8Array(255))).toBe(false);
});

test("data areas are counted in eights, and every chip is named once", () => {
  expect(new Set(chips.map(({ name }) => name)).size).toBe(chips.length);
  for (const { type, capacity } of chips) if (type !== 4) expect(capacity % 8).toBe(0);
});
