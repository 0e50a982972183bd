import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { encodePgm, enlargeGreyMap, toGreyMap, turnGreyMap } from "./grey-map.ts";

const sizes = { width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) };

const maps = fc
  .record(sizes)
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((data) => ({ width, height, data })),
  );

const pictures = fc
  .record(sizes)
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: 4 * width * height, maxLength: 4 * width * height })
      .map((data) => ({ width, height, data })),
  );

test("a map turns as sharp turns the same picture", async () => {
  await fc.assert(
    fc.asyncProperty(maps, fc.constantFrom(0, 1, 2, 3), async (map, quarterTurns) => {
      const { width, height, data } = map;
      const turned = turnGreyMap(map, quarterTurns);
      const expected = await sharp(data, { raw: { width, height, channels: 1 } })
        .rotate(90 * quarterTurns)
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([turned.width, turned.height]).toEqual([expected.info.width, expected.info.height]);
      expect([...turned.data]).toEqual([...expected.data]);
    }),
  );
});

test("an enlarged map has its pixels at their places, and nothing brighter or darker", () => {
  const map = { width: 2, height: 2, data: Uint8Array.of(0, 200, 100, 40) };
  const { data, ...size } = enlargeGreyMap(map, 2);
  expect(size).toEqual({ width: 4, height: 4 });
  expect([data[0], data[3], data[12], data[15]]).toEqual([0, 200, 100, 40]);
  expect([...data.slice(0, 4)]).toEqual([0, 50, 150, 200]);
  fc.assert(
    fc.property(maps, fc.double({ min: 1, max: 4, noNaN: true }), (some, factor) => {
      const enlarged = enlargeGreyMap(some, factor).data;
      expect(Math.max(...enlarged)).toBeLessThanOrEqual(Math.max(...some.data));
      expect(Math.min(...enlarged)).toBeGreaterThanOrEqual(Math.min(...some.data));
    }),
  );
});

test("a reduced picture has no side above the limit, and nothing brighter or darker than the picture", () => {
  fc.assert(
    fc.property(pictures, fc.integer({ min: 1, max: 40 }), (picture, longestSide) => {
      const whole = toGreyMap(picture);
      const reduced = toGreyMap(picture, longestSide);
      expect(Math.max(reduced.width, reduced.height)).toBeLessThanOrEqual(longestSide);
      expect(Math.min(...reduced.data)).toBeGreaterThanOrEqual(Math.min(...whole.data));
      expect(Math.max(...reduced.data)).toBeLessThanOrEqual(Math.max(...whole.data));
    }),
  );
});

test("colors have the luma of ITU-R BT.601", () => {
  const data = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  expect([...toGreyMap({ width: 3, height: 1, data }).data]).toEqual([76, 150, 29]);
});

test("a PGM file has the header of netpbm and the bytes as they are", () => {
  const file = encodePgm({ width: 2, height: 1, data: new Uint8Array([7, 200]) });
  expect(Buffer.from(file).toString("latin1")).toBe("P5\n2 1\n255\n\x07\xc8");
});
