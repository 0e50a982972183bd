import { expect, test } from "vitest";
import { checkCapacity } from "./capacity.ts";

test("the best chip is the smallest common one that the message fits on", () => {
  // 85 bytes of message, a TLV header of two bytes and the terminator.
  expect(checkCapacity(new Uint8Array(85)).best).toEqual({
    name: "NTAG213",
    capacity: 144,
    takenBytes: 88,
  });
  expect(checkCapacity(new Uint8Array(200)).best?.name).toBe("ICODE SLIX2");
  expect(checkCapacity(new Uint8Array(400)).best?.name).toBe("NTAG215");
  expect(checkCapacity(new Uint8Array(85)).common).toEqual([
    { name: "NTAG213", capacity: 144, fits: true },
    { name: "ICODE SLIX2", capacity: 312, fits: true },
    { name: "NTAG215", capacity: 496, fits: true },
    { name: "NTAG216", capacity: 872, fits: true },
  ]);
});

test("a message that leaves no space for the terminator fills the chip", () => {
  // NTAG213 has 144 bytes, of which two are the TLV header.
  expect(checkCapacity(new Uint8Array(142)).best).toMatchObject({
    name: "NTAG213",
    takenBytes: 144,
  });
  expect(checkCapacity(new Uint8Array(143)).best?.name).not.toBe("NTAG213");
});

test("a message that fits on no common chip gets a larger one, or none", () => {
  const largeCheck = checkCapacity(new Uint8Array(1500));
  expect(largeCheck.common.some(({ fits }) => fits)).toBe(false);
  expect(largeCheck.best?.capacity).toBeGreaterThan(1500);
  const tooLargeCheck = checkCapacity(new Uint8Array(20_000));
  expect(tooLargeCheck.best).toBeUndefined();
  expect(tooLargeCheck.largest.capacity).toBeGreaterThan(tooLargeCheck.common.at(-1)!.capacity);
});
