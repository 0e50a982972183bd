import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { MatPrint } from "../silhouette/mat-print.ts";
import { isWhite, markerCodes, turnCode } from "./marker-codes.ts";
import { createMat, type Mat, type MatMarker, papers, scaleMat } from "./mat.ts";
import { matToPdf } from "./mat-to-pdf.ts";
import { printMat } from "./print-mat.ts";

/** Returns the tone of a print at a point in millimeters from its middle, y up. */
function readTone({ width, height, pixelsPerMillimeter, tones }: MatPrint, x: number, y: number) {
  const columns = Math.round(width * pixelsPerMillimeter);
  const column = Math.floor((x + width / 2) * pixelsPerMillimeter);
  return tones[Math.floor((height / 2 - y) * pixelsPerMillimeter) * columns + column] ?? Number.NaN;
}

function getMarker({ markers }: Mat, id: number): MatMarker {
  const marker = markers[id];
  if (!marker) throw new Error(`There is no marker ${id}.`);
  return marker;
}

test("markers differ in at least 14 bits, from each other and from themselves when turned", () => {
  const turns = markerCodes.map((code) => {
    const quarter = turnCode(code);
    const half = turnCode(quarter);
    return [code, quarter, half, turnCode(half)] as const;
  });
  expect(turns.map((turned) => turnCode(turned[3]))).toEqual(markerCodes);
  const countBits = (a: number, b: number) =>
    [...(BigInt(a) ^ BigInt(b)).toString(2)].filter((bit) => bit === "1").length;
  const distances = turns.flatMap(([code], index) =>
    turns.flatMap((others, other) =>
      others.filter((_, turn) => other !== index || turn > 0).map((also) => countBits(code, also)),
    ),
  );
  expect(Math.min(...distances)).toBe(14);
});

describe.each(papers)("the mat on %s", (paper) => {
  const mat = createMat(paper);
  const print = printMat(mat, 10);
  const isGray = (x: number, y: number) => readTone(print, x, y) === 155;

  it("shows 24 upright markers where it says, each in a white frame", () => {
    expect(mat.markers.map(({ id }) => id)).toEqual(markerCodes.map((_, id) => id));
    for (const { id, corners } of mat.markers) {
      const [[left, top], [right], [, bottom]] = corners;
      const bit = (right - left) / 8;
      for (let row = -1; row < 9; row++) {
        for (let column = -1; column < 9; column++) {
          const tone = readTone(print, left + (column + 0.5) * bit, top - (row + 0.5) * bit);
          const isFrame = row < 0 || column < 0 || row > 7 || column > 7;
          const isBorder = row === 0 || column === 0 || row === 7 || column === 7;
          const code = markerCodes[id] ?? Number.NaN;
          const white = isFrame || (!isBorder && isWhite(code, row - 1, column - 1));
          expect(tone).toBe(white ? 255 : 65);
        }
      }
      expect(Math.max(Math.abs(left), right)).toBeLessThanOrEqual(mat.width / 2 - 7 + 1e-9);
      expect(Math.max(top, Math.abs(bottom))).toBeLessThanOrEqual(mat.height / 2 - 7 + 1e-9);
    }
  });

  it("has check markers on all four sides", () => {
    const corners = mat.markers.flatMap((marker) => (marker.isCheck ? [marker.corners[0]] : []));
    expect(corners).toHaveLength(4);
    for (const axis of [0, 1] as const) {
      expect(Math.min(...corners.map((corner) => corner[axis]))).toBeLessThan(-60);
      expect(Math.max(...corners.map((corner) => corner[axis]))).toBeGreaterThan(60);
    }
  });

  it("has a pattern, half of it gray, in at least 150 by 190 mm of its middle", () => {
    let gray = 0;
    for (let y = -95; y < 95; y++) {
      for (let x = -75; x < 75; x++) {
        if (isGray(x + 0.25, y + 0.25)) gray++;
      }
    }
    expect(gray / (190 * 150)).toBeCloseTo(0.5, 1);
  });

  it("has no spot of one tone in its pattern that is 8 mm wide", () => {
    for (let y = -90; y < 90; y += 3) {
      for (let x = -70; x < 70; x += 3) {
        const seen = new Set<boolean>();
        for (let angle = 0; angle < 2 * Math.PI; angle += 0.2) {
          seen.add(isGray(x + 4 * Math.cos(angle), y + 4 * Math.sin(angle)));
        }
        expect([x, y, ...seen]).toHaveLength(4);
      }
    }
  });

  it("has a pattern between neighboring markers too", () => {
    for (const { id, corners } of mat.markers) {
      const next = getMarker(mat, (id + 1) % mat.markers.length);
      const x = (corners[0][0] + next.corners[2][0]) / 2;
      const y = (corners[0][1] + next.corners[2][1]) / 2;
      const isAcross = corners[0][1] === next.corners[0][1];
      let gray = 0;
      for (let at = -7.75; at < 8; at += 0.5) {
        if (isAcross ? isGray(x, y + at) : isGray(x + at, y)) gray++;
      }
      expect(gray).toBeGreaterThan(6);
      expect(gray).toBeLessThan(26);
    }
  });

  it("has a frame that a bank card of 85.60 by 53.98 mm fills", () => {
    for (const [x, y, inward] of [
      [42.8, 0, [-1, 0]],
      [-42.8, 0, [1, 0]],
      [0, 26.99, [0, -1]],
      [0, -26.99, [0, 1]],
    ] as const) {
      expect(readTone(print, x - 0.2 * inward[0], y - 0.2 * inward[1])).toBe(65);
      expect(readTone(print, x + 0.15 * inward[0], y + 0.15 * inward[1])).toBeGreaterThan(130);
    }
  });

  it("has a ruler of 100 mm with a tick for each millimeter", () => {
    const [, free] = getMarker(mat, 0).corners[2];
    // Below the free area, in the lower third of the shortest ticks.
    const level = -(free - 14.5) - 3.5;
    const ink: number[] = [];
    for (let tenth = -520; tenth < 520; tenth++) {
      const at = (tenth + 0.5) / 10;
      if (readTone(print, at, level) < 100) ink.push(at);
    }
    const ticks = ink.filter((at, index) => at - (ink[index - 1] ?? -Infinity) > 0.15);
    expect(ticks).toHaveLength(101);
    expect(ticks[0]).toBeCloseTo(-50.05, 6);
    expect(ticks[100]).toBeCloseTo(49.95, 6);
  });

  it("can have been printed at another scale", () => {
    const small = scaleMat(mat, 0.97);
    expect(small.width).toBeCloseTo(0.97 * mat.width, 9);
    const smallPrint = printMat(small, 10);
    const [x, y] = getMarker(mat, 5).corners[1];
    expect(getMarker(small, 5).corners[1]).toEqual([x * 0.97, y * 0.97]);
    expect(readTone(smallPrint, x * 0.97 - 0.1, y * 0.97 - 0.1)).toBe(65);
    expect(readTone(smallPrint, x * 0.97 + 0.1, y * 0.97 + 0.1)).toBe(255);
    expect(getMarker(scaleMat(small, 1 / 0.97), 5).corners[1][0]).toBeCloseTo(x, 9);
  });
});

const programs = { pdftoppm: "poppler-utils", qpdf: "qpdf" };
const missing = Object.entries(programs).filter(([program]) => spawnSync(program).error);
for (const [program, name] of missing) {
  console.warn(`Skipped: the checks of the PDF of the mat with ${program} need ${name}.`);
}

describe.skipIf(missing.length > 0).each(papers)("the PDF of the mat on %s", (paper) => {
  it("is valid, small, and looks as printMat says", () => {
    const mat = createMat(paper);
    const bytes = matToPdf(mat);
    expect(bytes.length).toBeLessThan(12_000);
    const folder = mkdtempSync(join(tmpdir(), "scanhook-mat-"));
    try {
      const file = join(folder, "mat.pdf");
      writeFileSync(file, bytes);
      expect(spawnSync("qpdf", ["--check", file]).status).toBe(0);
      // 254 pixels an inch are 10 pixels a millimeter.
      spawnSync("pdftoppm", ["-r", "254", "-gray", "-singlefile", file, join(folder, "page")]);
      const picture = readGray(readFileSync(join(folder, "page.pgm")));
      const print = printMat(mat, 10);
      const columns = Math.round(10 * print.width);
      const rows = print.tones.length / columns;
      expect(picture.width - columns).toBeLessThanOrEqual(1);
      expect(picture.height - rows).toBeLessThanOrEqual(1);
      let difference = 0;
      for (let at = 0; at < print.tones.length; at++) {
        const level = picture.levels[Math.floor(at / columns) * picture.width + (at % columns)]!;
        // Ink reflects 5 % of the light.
        const expected = 255 * (0.05 + 0.95 * (level / 255) ** 2.2) ** (1 / 2.2);
        difference += Math.abs(expected - print.tones[at]!);
      }
      // Poppler draws the edges of lines a little wider.
      expect(difference / print.tones.length).toBeLessThan(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Parses a binary PGM file. */
function readGray(file: Buffer) {
  const [header, width, height] = /^P5\s(\d+) (\d+)\s\d+\s/.exec(file.toString("latin1"))!;
  return {
    width: Number(width),
    height: Number(height),
    levels: file.subarray(header.length),
  };
}
