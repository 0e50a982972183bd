import { expect, test } from "vitest";
import {
  type Camera,
  drawPicture,
  type PlacedCode,
  toFrame,
} from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { frameSchedule } from "../live/frame-plan.ts";
import { readerWasm } from "../node.ts";
import { toPicture } from "../picture.ts";
import { codeFormats, defaultFormats } from "../readings/formats.ts";
import { stillPasses } from "../still/still-plan.ts";
import { measureFarthestCorner } from "../testing/pictures.ts";
import {
  bands,
  bandsDeblurred,
  bandsInverted,
  bandsSharpened,
  bandsStraight,
  bandsTrimmed,
} from "./bands.ts";
import { likelihood, likelihoodDataBar, likelihoodMean } from "./likelihood.ts";
import { matrixInverted, matrixLarge } from "./matrix.ts";
import type { Pass } from "./pass.ts";
import { quick } from "./quick.ts";
import { rectified } from "./rectified.ts";
import { turned } from "./turned.ts";
import { harder } from "./whole-picture.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);
const framePasses = frameSchedule.flat().flatMap((step) => ("pass" in step ? [step.pass] : []));
const smallCamera: Camera = { width: 640, height: 480 };

const drawBlack = (width: number, height: number) => new Float32Array(width * height).fill(25);

type Case = [name: string, pass: Pass, code: PlacedCode, camera: Camera];
const cases: Case[] = [
  ["bands", bands, { symbology: "code128", text: "TURNED", turn: 60, size: 0.6 }, smallCamera],
  [
    "bandsSharpened",
    bandsSharpened,
    { symbology: "interleaved2of5", text: "12345670", turn: 35, size: 0.5 },
    { ...smallCamera, blur: 1.3 },
  ],
  [
    "bandsStraight",
    bandsStraight,
    { symbology: "ean13", text: "4006381333931", turn: 35, lean: 0.12, size: 0.6 },
    smallCamera,
  ],
  [
    "bandsTrimmed",
    bandsTrimmed,
    { symbology: "interleaved2of5", text: "14006381333938", turn: 8, size: 0.9, quietZone: 2 },
    { ...smallCamera, drawBackground: drawBlack },
  ],
  [
    "bandsTrimmed",
    bandsTrimmed,
    { symbology: "code128", text: "CUT CLOSE", turn: -20, size: 0.7, quietZone: 1 },
    { ...smallCamera, drawBackground: drawBlack },
  ],
  [
    "bandsDeblurred",
    bandsDeblurred,
    { symbology: "code39", text: "BLUR39", turn: 24, size: 0.5 },
    { ...smallCamera, blur: 1.6 },
  ],
  [
    "bandsDeblurred",
    bandsDeblurred,
    { symbology: "interleaved2of5", text: "28222950837475", turn: -9, size: 0.5 },
    { ...smallCamera, blur: 1.5, shade: 0.4 },
  ],
  [
    "bandsInverted",
    bandsInverted,
    { symbology: "ean13", text: "4006381333931", turn: 35, size: 0.6, inverted: true },
    smallCamera,
  ],
  ["turned", turned, { symbology: "pdf417", text: "PDF417 turned", turn: 33 }, smallCamera],
  [
    "rectified",
    rectified,
    { symbology: "pdf417", text: "aslant", turn: 25, lean: 0.1, size: 1.1 },
    { width: 400, height: 280 },
  ],
  [
    "harder",
    harder,
    { symbology: "datamatrix", text: "turned by a quarter", turn: 80, size: 0.25 },
    { ...smallCamera, blur: 1.6 },
  ],
  [
    "likelihoodMean",
    likelihoodMean,
    { symbology: "ean13", text: "5901234123457", size: 0.42, turn: 12 },
    { ...smallCamera, blur: 1.9 },
  ],
  ["turned", turned, { symbology: "micropdf417", text: "MicroPDF417", turn: 40 }, smallCamera],
  [
    "likelihood",
    likelihood,
    { symbology: "ean13", text: "5901234123457", size: 0.42, turn: 12 },
    { ...smallCamera, blur: 1.9 },
  ],
  [
    "likelihood",
    likelihood,
    { symbology: "upca", text: "036000291452", size: 0.42, turn: 190 },
    { ...smallCamera, blur: 1.9 },
  ],
  [
    "likelihoodDataBar",
    likelihoodDataBar,
    { symbology: "databaromni", text: "(01)09521234543213", size: 0.42, turn: 12 },
    { ...smallCamera, blur: 1.9 },
  ],
  [
    "matrixInverted",
    matrixInverted,
    { symbology: "qrcode", text: "light on dark", inverted: true },
    smallCamera,
  ],
  [
    "matrixLarge",
    matrixLarge,
    { symbology: "qrcode", text: "small in a large photo", size: 0.05 },
    { width: 1920, height: 1080, blur: 0.5, noise: 1 },
  ],
];

test.each(cases)("%s reads what the quick pass cannot", async (_, pass, code, camera) => {
  const picture = await drawPicture([code], camera);
  expect(run(quick, toFrame(picture))).toEqual([]);
  const found = run(pass, toFrame(picture));
  expect(found.map(({ content }) => content)).toEqual([code.text.replace(/[()]/g, "")]);
  // The corners of a strip are a rectangle, which a tilted label is not.
  const tolerance = code.lean ? 0.25 : 0.08;
  expect(measureFarthestCorner(found[0]!.corners, picture.corners[0]!)).toBeLessThan(tolerance);
});

test("bandsTrimmed reads no part of an ITF whose end is covered", async () => {
  const covered = await drawPicture(
    [{ symbology: "interleaved2of5", text: "123456789012345678", size: 0.9, quietZone: 2 }],
    { ...smallCamera, drawBackground: drawBlack },
  );
  for (let end = 200; end < 620; end += 7) {
    const frame = toFrame(covered);
    for (let i = 0; i < frame.data.length; i += 4) {
      if ((i / 4) % frame.width > end) frame.data.fill(25, i, i + 3);
    }
    expect(run(bandsTrimmed, frame)).toEqual([]);
  }
});

test.each([1, 2, 3])("no pass reads anything on an empty table (seed %d)", async (seed) => {
  const frame = toFrame(await drawPicture([], { ...smallCamera, seed, noise: 6 }));
  for (const pass of [...stillPasses, ...framePasses]) expect(run(pass, frame)).toEqual([]);
});

test("passes for formats that are not wanted read nothing", async () => {
  const frame = toFrame(
    await drawPicture([{ symbology: "ean13", text: "5901234123457", turn: 20 }], smallCamera),
  );
  const formats = codeFormats.filter((name) => name !== "ean13" && name !== "telepen-numeric");
  const otherEngine = await startEngine(await readerWasm(), formats);
  for (const pass of [...stillPasses, ...framePasses]) {
    expect([...pass(toPicture(frame), otherEngine)].flat()).toEqual([]);
  }
});

function run(pass: Pass, frame: Parameters<typeof toPicture>[0]) {
  return [...pass(toPicture(frame), engine)].flat();
}
