import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { toPicture } from "../picture.ts";
import { drawEmptyPicture } from "../testing/empty-pictures.ts";
import { measureFarthestCorner } from "../testing/pictures.ts";
import { readStacks } from "./stacked.ts";

const engine = await startEngine(await readerWasm(), ["pdf417"]);
const camera = { width: 1280, height: 720, noise: 4 };
const text = "22N00000DRAWN ON A SMALL LABEL 70919007009158";

test.each([
  { turn: 8, lean: 0.16, size: 0.5 },
  { turn: -70, lean: 0.08, size: 0.5 },
  { turn: 140, lean: 0.1, size: 0.6 },
  { turn: 180, lean: 0, size: 0.35 },
])("reads a PDF417 that is turned by $turn degrees and leans by $lean", async (place) => {
  const picture = await drawPicture([{ symbology: "pdf417", text, ...place }], camera);
  const found = [...readStacks(toPicture(toFrame(picture)), engine, () => true)].flat();
  expect(found.map(({ content }) => content)).toEqual([text]);
  expect(measureFarthestCorner(found[0]!.corners, picture.corners[0]!)).toBeLessThan(0.15);
});

test("reads each of two PDF417, or only the one that was not read before", async () => {
  const codes = [
    { symbology: "pdf417", text: "the upper one", at: { x: 0.4, y: 0.25 }, size: 0.4, turn: 5 },
    { symbology: "pdf417", text: "the lower one", at: { x: 0.6, y: 0.75 }, size: 0.4, turn: -4 },
  ];
  const picture = toPicture(toFrame(await drawPicture(codes, camera)));
  const contents = [...readStacks(picture, engine, () => true)]
    .flat()
    .map(({ content }) => content);
  expect(contents.sort()).toEqual(["the lower one", "the upper one"]);
  const rest = [...readStacks(picture, engine, ({ y }) => y >= 360)].flat();
  expect(rest.map(({ content }) => content)).toEqual(["the lower one"]);
});

test("reads nothing in pictures without a code", () => {
  for (let seed = 1; seed <= 8; seed++) {
    const picture = toPicture(drawEmptyPicture(seed, { width: 960, height: 720 }));
    expect([...readStacks(picture, engine, () => true)].flat()).toEqual([]);
  }
});
