import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { blank, drawOnWhite, farthestCorner } from "./fixtures/pictures.ts";
import { createCodeReader, type Frame } from "./index.ts";
import { readerWasm } from "./node.ts";

const wasm = await readerWasm();
const reader = await createCodeReader({ wasm });

const three: PlacedCode[] = [
  { symbology: "qrcode", text: "https://example.org/1", at: { x: 0.25, y: 0.5 }, turn: 15 },
  { symbology: "ean13", text: "5901234123457", at: { x: 0.75, y: 0.3 }, turn: -4, size: 0.4 },
  { symbology: "datamatrix", text: "third", at: { x: 0.75, y: 0.8 }, turn: 40, size: 0.25 },
];

test.each(["frame", "still"] as const)("%s reads all codes of a picture", async (way) => {
  const picture = await drawPicture(three);
  const readings = await readSome(toFrame(picture), way, three.length);
  expect(new Set(readings.map((reading) => reading.content))).toEqual(
    new Set(three.map((code) => code.text)),
  );
  for (const reading of readings) {
    const drawn = picture.corners[three.findIndex((code) => code.text === reading.content)]!;
    // A quick look at a linear code sees some of its lines, not all its height.
    const tolerance = way === "frame" && reading.format === "ean13" ? 0.4 : 0.03;
    expect(farthestCorner(reading.corners, drawn)).toBeLessThan(tolerance);
  }
});

/** A camera looks at several frames until it has seen all there is. */
async function readSome(frame: Frame, way: "frame" | "still", count: number) {
  let readings = await reader[way](frame);
  for (let i = 0; way === "frame" && readings.length < count && i < 4; i++) {
    readings = await reader.frame(frame);
  }
  return readings;
}

test("the same code twice in a picture is two readings", async () => {
  const label = { symbology: "qrcode", text: "twin", size: 0.4 };
  const codes = [
    { ...label, at: { x: 0.25, y: 0.5 } },
    { ...label, at: { x: 0.75, y: 0.5 } },
  ];
  const readings = await reader.still(toFrame(await drawPicture(codes)));
  expect(readings.map((reading) => reading.content)).toEqual(["twin", "twin"]);
});

test.each([0, 90, 180, 270])(
  "corners start at the code's own top left at %d degrees",
  async (turn) => {
    for (const code of [
      { symbology: "qrcode", text: "https://example.org/turned" },
      { symbology: "code128", text: "TURNED" },
    ]) {
      const picture = await drawPicture([{ ...code, turn, lean: 0.04 }]);
      const [reading] = await reader.still(toFrame(picture));
      expect(farthestCorner(reading!.corners, picture.corners[0]!)).toBeLessThan(0.04);
    }
  },
);

test("light codes on dark are read, by a camera within a few frames", async () => {
  const codes = [{ symbology: "datamatrix", text: "white on black", inverted: true }];
  const frame = toFrame(await drawPicture(codes));
  expect(await reader.still(frame)).toHaveLength(1);
  expect(await framesUntilRead(frame)).toBeLessThanOrEqual(5);
});

test("a linear code that stands on end is read by a camera within a few frames", async () => {
  const codes = [{ symbology: "ean13", text: "5901234123457", turn: 90, size: 0.8 }];
  expect(await framesUntilRead(toFrame(await drawPicture(codes)))).toBeLessThanOrEqual(5);
});

async function framesUntilRead(frame: Frame): Promise<number> {
  const fresh = await createCodeReader({ wasm });
  for (let count = 1; count <= 10; count++) {
    if ((await fresh.frame(frame)).length > 0) return count;
  }
  return Number.POSITIVE_INFINITY;
}

test("a code on see-through ground is read as it is shown, on white", async () => {
  const frame = await drawOnWhite({ symbology: "qrcode", text: "logo" });
  for (let i = 0; i < frame.data.length; i += 4) {
    if (frame.data[i]! > 127) frame.data.fill(0, i, i + 4);
  }
  expect((await reader.still(frame)).map((reading) => reading.content)).toEqual(["logo"]);
});

test.each([
  ["white", blank(640, 480, 255)],
  ["black", blank(640, 480, 0)],
  ["a single pixel", blank(1, 1, 128)],
  ["a single line", blank(2000, 1, 128)],
  ["a single column", blank(1, 2000, 128)],
])("%s has no codes", async (_, frame) => {
  expect(await reader.still(frame)).toEqual([]);
  expect(await reader.frame(frame)).toEqual([]);
});

test("a table without a code has no codes", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const frame = toFrame(await drawPicture([], { seed, noise: 8, width: 640, height: 480 }));
    expect(await reader.still(frame)).toEqual([]);
  }
});

test.each([
  [0, 0, 0],
  [10, 0, 0],
  [-5, 5, 100],
  [1.5, 2, 12],
  [Number.NaN, 2, 0],
  [2, 2, 15],
  [2, 2, 12],
  [100, 100, 4],
  [40_000, 1, 160_000],
])(
  "a frame of %d x %d with %d bytes is refused with both numbers",
  async (width, height, bytes) => {
    const frame = { data: new Uint8Array(bytes), width, height };
    await expect(reader.frame(frame)).rejects.toThrow(RangeError);
    await expect(reader.still(frame)).rejects.toThrow(`${width} x ${height} pixels`);
  },
);

test("random pixels never throw", async () => {
  const frames = fc
    .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 70 }) })
    .chain(({ width, height }) => {
      const size = width * height * 4;
      return fc
        .uint8Array({ minLength: size, maxLength: size })
        .map((data) => ({ data, width, height }));
    });
  await fc.assert(
    fc.asyncProperty(frames, async (frame) => {
      expect(Array.isArray(await reader.frame(frame))).toBe(true);
      expect(Array.isArray(await reader.still(frame))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("reading on and on takes no more memory", async () => {
  const frame = await drawOnWhite({ symbology: "qrcode", text: "again" });
  const before = process.memoryUsage();
  for (let i = 0; i < 400; i++) await reader.frame(frame);
  const after = process.memoryUsage();
  expect(after.rss - before.rss).toBeLessThan(100e6);
});

test("a format that does not exist is refused with the ones that do", async () => {
  const formats = ["qr", "qrcode"] as never;
  await expect(createCodeReader({ wasm, formats })).rejects.toThrow(/no format "qrcode".*ean13/);
  await expect(createCodeReader({ wasm, formats: [] })).rejects.toThrow(/choose from/);
});

const complain = console.error;
afterAll(() => {
  console.error = complain;
});

test("wasm that is not the reader is refused with what to pass instead", async () => {
  console.error = () => {};
  await expect(createCodeReader({ wasm: new Uint8Array([1, 2, 3]) })).rejects.toThrow(
    /not the code reader.*zxing_reader\.wasm/,
  );
  await expect(createCodeReader({ wasm: "http://127.0.0.1:1/no.wasm" })).rejects.toThrow(
    /could not be loaded from http:\/\/127\.0\.0\.1:1\/no\.wasm/,
  );
});
