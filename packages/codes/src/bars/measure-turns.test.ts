import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { toGray } from "../plane.ts";
import { createBlankFrame } from "../testing/pictures.ts";
import { measureTurns } from "./measure-turns.ts";
import { turnPlane } from "./turn-plane.ts";

const camera = { width: 640, height: 480 };

test.each([-40, -20, 0, 10, 30])("measures that a PDF417 is turned by %d degrees", async (turn) => {
  const picture = await drawPicture([{ symbology: "pdf417", text: "turned", turn }], camera);
  const [measured] = measureTurns(toGray(toFrame(picture)), 2);
  expect(Math.abs((measured! * 180) / Math.PI - turn)).toBeLessThan(2);
});

test("a quarter turn looks like none", async () => {
  const picture = await drawPicture([{ symbology: "pdf417", text: "turned", turn: 90 }], camera);
  const [measured] = measureTurns(toGray(toFrame(picture)), 2);
  expect(Math.abs((measured! * 180) / Math.PI)).toBeLessThan(2);
});

test("an empty sheet has no turn", () => {
  expect(measureTurns(toGray(createBlankFrame(320, 240, 90)), 2)).toEqual([]);
});

test("turning a plane levels it and leads back to the frame", async () => {
  const turn = 25;
  const picture = await drawPicture([{ symbology: "pdf417", text: "turned", turn }], camera);
  const plane = toGray(toFrame(picture));
  const turned = turnPlane(plane, (turn * Math.PI) / 180);
  const [measured] = measureTurns(turned.plane, 1);
  expect(Math.abs((measured! * 180) / Math.PI)).toBeLessThan(2);
  const middle = { x: turned.plane.width / 2, y: (turned.plane.height - 1) / 2 };
  const [back] = turned.toFrame([middle, middle, middle, middle]);
  expect(back!.x).toBeCloseTo((plane.width - 1) / 2);
  expect(back!.y).toBeCloseTo((plane.height - 1) / 2);
});
