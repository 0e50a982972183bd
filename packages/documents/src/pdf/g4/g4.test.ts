import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { decodeG4 } from "./decode-g4.ts";
import { encodeG4 } from "./encode-g4.ts";
import { g4Tiff } from "./testing/g4-tiff.ts";

test("libtiff reads back every pixel of any picture", async () => {
  await fc.assert(
    fc.asyncProperty(anyBits, async ({ bits, width, height }) => {
      expect(await libtiffReads(encodeG4(bits, width, height), width, height)).toEqual(bits);
    }),
    { numRuns: 300 },
  );
});

test("libtiff reads back runs of every length up to 2700 pixels, white and black", async () => {
  const [width, height] = [2704, 2700];
  for (const black of [true, false]) {
    const bits = draw(width, height, (x, y) => x <= y === black && x < 2702);
    expect(await libtiffReads(encodeG4(bits, width, height), width, height)).toEqual(bits);
  }
});

test.each([
  ["empty", () => false],
  ["black", () => true],
  ["striped from top to bottom", (x: number) => x % 2 === 0],
  ["striped from left to right", (_: number, y: number) => y % 2 === 0],
  ["with empty rows between checks", (x: number, y: number) => y % 5 === 0 && (x >> 2) % 2 === 1],
])("libtiff reads back a picture that is %s, at widths around a whole byte", async (_, ink) => {
  for (const width of [1, 7, 8, 9, 63, 64, 65, 2559, 2560, 2561, 5200]) {
    const bits = draw(width, 11, ink);
    expect(await libtiffReads(encodeG4(bits, width, 11), width, 11)).toEqual(bits);
  }
});

test("an empty A4 page of 200 dpi takes one bit a row and the end code", () => {
  const bits = new Uint8Array(Math.ceil(1654 / 8) * 2339);
  expect(encodeG4(bits, 1654, 2339)).toHaveLength(Math.ceil((2339 + 24) / 8));
});

test("bits after the width of a row change nothing", () => {
  const clean = Uint8Array.of(0b10100000, 0b01100000);
  const dirty = Uint8Array.of(0b10111111, 0b01101010);
  expect(encodeG4(dirty, 3, 2)).toEqual(encodeG4(clean, 3, 2));
});

test("decodes what libtiff encoded", async () => {
  await fc.assert(
    fc.asyncProperty(anyBits, async ({ bits, width, height }) => {
      const data = await libtiffWrites(bits, width, height);
      expect(decodeG4(data, width, height)).toEqual(bits);
    }),
    { numRuns: 100 },
  );
});

test("decodes any picture that it encoded", () => {
  fc.assert(
    fc.property(anyBits, ({ bits, width, height }) => {
      expect(decodeG4(encodeG4(bits, width, height), width, height)).toEqual(bits);
    }),
  );
});

test("reads rows that start at whole bytes", () => {
  // Two rows of V0 (a single 1 bit each), each in a byte of its own.
  expect(decodeG4(Uint8Array.of(0x80, 0x80), 16, 2, { alignRows: true })).toEqual(
    new Uint8Array(4),
  );
  expect(decodeG4(Uint8Array.of(0x80, 0x80), 16, 2)).toBeUndefined();
});

test("any bytes are a picture of the right size or nothing", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 40 }),
      (data, width, height) => {
        const bits = decodeG4(data, width, height);
        if (bits) expect(bits).toHaveLength(((width + 7) >> 3) * height);
      },
    ),
    { numRuns: 1000 },
  );
});

test("a picture that ends too soon is damaged", () => {
  const bits = draw(100, 50, (x, y) => (x * y) % 7 === 0);
  const data = encodeG4(bits, 100, 50);
  expect(decodeG4(data.subarray(0, data.length >> 1), 100, 50)).toBeUndefined();
});

/** Pictures of runs and of noise, some rows repeated, at widths that are mostly no whole bytes. */
const anyBits = fc
  .record({
    width: fc.integer({ min: 1, max: 400 }),
    rows: fc.array(
      fc.oneof(
        fc.constant<"same" | "empty">("same"),
        fc.constant<"same" | "empty">("empty"),
        fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 200 }),
      ),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ width, rows }) => {
    const colors: boolean[][] = [];
    for (const row of rows) {
      if (row === "same" && colors.length > 0) colors.push(colors.at(-1)!);
      else {
        const runs = typeof row === "string" ? [] : row;
        const pixels = runs.flatMap((length, index) => Array(length).fill(index % 2 === 1));
        colors.push(Array.from({ length: width }, (_, x) => pixels[x] ?? false));
      }
    }
    const bits = draw(width, colors.length, (x, y) => colors[y]![x]!);
    return { bits, width, height: colors.length };
  });

function draw(width: number, height: number, ink: (x: number, y: number) => boolean): Uint8Array {
  const stride = Math.ceil(width / 8);
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink(x, y)) bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return bits;
}

async function libtiffReads(data: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const gray = await sharp(g4Tiff(data, width, height))
    .toColorspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(gray.info).toMatchObject({ width, height, channels: 1 });
  return draw(width, height, (x, y) => gray.data[y * width + x]! < 128);
}

/** Encodes with libtiff and takes the one strip out of its file. */
async function libtiffWrites(bits: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const stride = Math.ceil(width / 8);
  const gray = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return bits[y * stride + (x >> 3)]! & (0x80 >> (x & 7)) ? 0 : 255;
  });
  const tiff = await sharp(gray, { raw: { width, height, channels: 1 } })
    .toColorspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, miniswhite: true })
    .toBuffer();
  return readStrip(tiff);
}

/** Returns the strip of a little-endian TIFF of one strip. */
function readStrip(tiff: Buffer): Uint8Array {
  const directory = tiff.readUInt32LE(4);
  const tags = new Map<number, number>();
  for (let index = 0; index < tiff.readUInt16LE(directory); index++) {
    const entry = directory + 2 + index * 12;
    const short = tiff.readUInt16LE(entry + 2) === 3;
    tags.set(
      tiff.readUInt16LE(entry),
      short ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8),
    );
  }
  const offset = tags.get(273)!;
  return new Uint8Array(tiff.subarray(offset, offset + tags.get(279)!));
}
