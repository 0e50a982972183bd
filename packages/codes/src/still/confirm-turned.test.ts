import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { thoroughEffort } from "../passes/whole-picture.ts";
import { toPicture } from "../picture.ts";
import { defaultFormats } from "../readings/formats.ts";
import { isConfirmedTurned } from "./confirm-turned.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);

async function readDrawn(symbology: string, text: string) {
  const drawn = await drawPicture([{ symbology, text, at: { x: 0.2, y: 0.3 }, size: 0.4 }], {});
  const plane = toPicture(toFrame(drawn)).whole();
  const [reading] = engine.read(plane, thoroughEffort);
  return { plane, reading: reading! };
}

test("a reading near the edge of a picture is confirmed, one of other digits is not", async () => {
  const { plane, reading } = await readDrawn("ean13", "5901234123457");
  expect(isConfirmedTurned(plane, reading, engine)).toBe(true);
  // Two digits are swapped and the check digit fits.
  const misread = { ...reading, content: "5091234123454" };
  expect(isConfirmedTurned(plane, misread, engine)).toBe(false);
});

test.each([
  ["upce", "04252614"],
  ["interleaved2of5", "12345670"],
])("a %s is not confirmed, because too little checks it", async (symbology, text) => {
  const { plane, reading } = await readDrawn(symbology, text);
  expect(isConfirmedTurned(plane, reading, engine)).toBe(false);
});
