import { expect, test } from "vitest";
import { ntag } from "../tests/laid-card.ts";
import { lockWrites } from "./type2-lock.ts";

const container = { page: 3, bits: [0, 0, 0, 0x0f] };
const first = { page: 2, bits: [0, 0, 0xff, 0xff] };

// NTAG21x data sheet, 8.5.3, and MIFARE Ultralight EV1, 8.5.3: page of the dynamic lock bytes and their lock bits.
test.each([
  ["Ultralight, NTAG210", 48, []],
  ["NTAG212, Ultralight EV1", 128, [{ page: 0x24, bits: [0xff, 0x03, 0, 0] }]],
  ["NTAG213", 144, [{ page: 0x28, bits: [0xff, 0x0f, 0, 0] }]],
  ["NTAG215", 496, [{ page: 0x82, bits: [0xff, 0, 0, 0] }]],
  ["NTAG216", 872, [{ page: 0xe2, bits: [0xff, 0x3f, 0, 0] }]],
])("%s: all pages are locked, the container's last", (_, size, later) => {
  expect(lockWrites(ntag("0300fe", { size }))).toEqual({
    writes: [container, ...later, first],
    complete: true,
  });
});

test("the Lock Control TLV says where the lock bits are", () => {
  // Ultralight C as new: 16 bits at page 28h. It wins over the table.
  expect(lockWrites(ntag("0103a010440300fe"))).toEqual({
    writes: [container, { page: 0x28, bits: [0xff, 0xff, 0, 0] }, first],
    complete: true,
  });
  // Behind null TLVs and a Memory Control TLV; across two pages.
  expect(lockWrites(ntag("000203e004420103a210440300fe")).writes[1]).toEqual({
    page: 0x28,
    bits: [0, 0, 0xff, 0xff],
  });
});

test("nothing is guessed for a chip that is not known, and nothing set within the data", () => {
  const onlyDeclared = { writes: [container], complete: false };
  expect(lockWrites(ntag("0300fe", { size: 256 }))).toEqual(onlyDeclared);
  expect(lockWrites(ntag("0103400c340300fe", { size: 256 }))).toEqual(onlyDeclared);
});
