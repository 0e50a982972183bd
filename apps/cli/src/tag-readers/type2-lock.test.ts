import { expect, test } from "vitest";
import { createNtagMemory } from "../testing/virtual-card.ts";
import { listLockWrites } from "./type2-lock.ts";

const containerWrite = { page: 3, bits: [0, 0, 0, 0x0f] };
const staticLockWrite = { page: 2, bits: [0, 0, 0xff, 0xff] };

// NTAG21x data sheet, 8.5.3, and MIFARE Ultralight EV1, 8.5.3: page of the dynamic lock bytes and
// their lock bits.
test.each([
  ["Ultralight, NTAG210", 48, []],
  ["NTAG212, Ultralight EV1", 128, [{ page: 0x24, bits: [0xff, 0x03, 0, 0] }]],
  ["NTAG213", 144, [{ page: 0x28, bits: [0xff, 0x0f, 0, 0] }]],
  ["NTAG215", 496, [{ page: 0x82, bits: [0xff, 0, 0, 0] }]],
  ["NTAG216", 872, [{ page: 0xe2, bits: [0xff, 0x3f, 0, 0] }]],
])(
  "all pages of %s are locked, and the static lock bits are written last",
  (_, size, dynamicLockWrites) => {
    expect(listLockWrites(createNtagMemory("0300fe", { size }))).toEqual({
      writes: [containerWrite, ...dynamicLockWrites, staticLockWrite],
      isComplete: true,
    });
  },
);

test("the Lock Control TLV gives the position of the lock bits", () => {
  // A new Ultralight C: 16 bits at page 28h. The TLV takes precedence over the table.
  expect(listLockWrites(createNtagMemory("0103a010440300fe"))).toEqual({
    writes: [containerWrite, { page: 0x28, bits: [0xff, 0xff, 0, 0] }, staticLockWrite],
    isComplete: true,
  });
  // After null TLVs and a Memory Control TLV, with bits in two pages.
  expect(listLockWrites(createNtagMemory("000203e004420103a210440300fe")).writes[1]).toEqual({
    page: 0x28,
    bits: [0, 0, 0xff, 0xff],
  });
});

test("only the container is written for an unknown chip or for lock bits within the data area", () => {
  const containerOnly = { writes: [containerWrite], isComplete: false };
  expect(listLockWrites(createNtagMemory("0300fe", { size: 256 }))).toEqual(containerOnly);
  expect(listLockWrites(createNtagMemory("0103400c340300fe", { size: 256 }))).toEqual(
    containerOnly,
  );
});
