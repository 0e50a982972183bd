import { expect, test } from "vitest";
import { roomOn } from "./capacity.ts";

test("the smallest common tag that has room is named, with what is taken of it", () => {
  expect(roomOn(new Uint8Array(85)).best).toEqual({ name: "NTAG213", capacity: 144, taken: 88 });
  expect(roomOn(new Uint8Array(200)).best?.name).toBe("ICODE SLIX2");
  expect(roomOn(new Uint8Array(400)).best?.name).toBe("NTAG215");
  expect(roomOn(new Uint8Array(85)).common).toEqual([
    { name: "NTAG213", capacity: 144, fits: true },
    { name: "ICODE SLIX2", capacity: 312, fits: true },
    { name: "NTAG215", capacity: 496, fits: true },
    { name: "NTAG216", capacity: 872, fits: true },
  ]);
});

test("a message that just fits takes all of the tag, not more", () => {
  expect(roomOn(new Uint8Array(142)).best).toMatchObject({ name: "NTAG213", taken: 144 });
  expect(roomOn(new Uint8Array(143)).best?.name).not.toBe("NTAG213");
});

test("a message too big for the common tags is told one that has room, or that none has", () => {
  const big = roomOn(new Uint8Array(1500));
  expect(big.common.some(({ fits }) => fits)).toBe(false);
  expect(big.best?.capacity).toBeGreaterThan(1500);
  const huge = roomOn(new Uint8Array(20_000));
  expect(huge.best).toBeUndefined();
  expect(huge.largest.capacity).toBeGreaterThan(huge.common.at(-1)!.capacity);
});
