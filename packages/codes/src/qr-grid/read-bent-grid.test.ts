import fc from "fast-check";
import { expect, test } from "vitest";
import type { Quad } from "../../../../e2e/camera/geometry.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import type { Plane } from "../plane.ts";
import { drawQrScene, encodeQr, type Scene } from "../testing/qr-pictures.ts";
import { readBentGrid } from "./read-bent-grid.ts";

const engine = await startEngine(await readerWasm(), ["qr"]);
const text = "https://example.org/bent/0123456789";
const version = 4;
const modules = await encodeQr(text, { version: String(version), eclevel: "M" });
const corners: Quad = [
  { x: 40, y: 50 },
  { x: 245, y: 35 },
  { x: 265, y: 260 },
  { x: 30, y: 250 },
];

function readPlane(plane: Plane): string | undefined {
  return engine.read(plane, { family: "matrix", tryHarder: true })[0]?.content;
}

function readBent(scene: Partial<Scene>, from: Quad = corners): string | undefined {
  const plane = drawQrScene(modules, { width: 300, height: 300, corners, ...scene });
  let content: string | undefined;
  const isRead = readBentGrid(plane, from, version, (clean) => {
    content = readPlane(clean);
    return content !== undefined;
  });
  expect(isRead).toBe(content !== undefined);
  return content;
}

test.each<[string, Partial<Scene>]>([
  ["a flat code", {}],
  ["a code that cloth bends by 0.6 modules", { bend: 0.6 }],
  ["a code that cloth bends the other way", { bend: -0.6 }],
  ["a blurred and noisy code", { blur: 2, noise: 8, bend: 0.5 }],
  ["a code of low contrast", { ink: 100, paper: 160, bend: 0.5 }],
  ["a code with a reflection", { glare: { column: 20, row: 16, radius: 3 }, bend: 0.5 }],
])("reads %s", (_, scene) => {
  expect(readBent(scene)).toBe(text);
});

test("reads filled finder patterns, which zxing-cpp does not", () => {
  const plane = drawQrScene(modules, { width: 300, height: 300, corners, filledFinders: true });
  expect(readPlane(plane)).toBeUndefined();
  expect(readBent({ filledFinders: true })).toBe(text);
});

test("corners may be off by a module", () => {
  const moved = corners.map(({ x, y }, i) => ({
    x: x + (i % 2 ? 6 : -5),
    y: y + (i < 2 ? 5 : -4),
  })) as Quad;
  expect(readBent({}, moved)).toBe(text);
});

test("gives up early where there is no code, and asks at most eight times", () => {
  let calls = 0;
  const count = () => {
    calls++;
    return false;
  };
  const blank = { data: new Uint8Array(90_000).fill(200), width: 300, height: 300, scale: 1 };
  expect(readBentGrid(blank, corners, version, count)).toBe(false);
  expect(calls).toBe(4);
  calls = 0;
  const plane = drawQrScene(modules, { width: 300, height: 300, corners });
  expect(readBentGrid(plane, corners, version, count)).toBe(false);
  expect(calls).toBe(8);
});

const coordinates = fc.oneof(fc.double(), fc.double({ min: -50, max: 90, noNaN: true }));
const points = fc.record({ x: coordinates, y: coordinates });

test("never throws, whatever the plane, the corners and the version are", () => {
  const planes = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((data): Plane => ({ data, width, height, scale: 1 })),
    );
  fc.assert(
    fc.property(
      planes,
      fc.tuple(points, points, points, points),
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -1, max: 42 }), fc.double()),
      (plane, quad, anyVersion) => {
        readBentGrid(plane, quad, anyVersion, (clean) => {
          expect(clean.data.length).toBe(clean.width * clean.height);
          return false;
        });
      },
    ),
    { numRuns: 60 },
  );
});
