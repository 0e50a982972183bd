import type { Region } from "../bars/locate-regions.ts";
import { measureAxes } from "../bars/measure-turns.ts";
import { rectify } from "../bars/rectify.ts";
import type { Engine, Found } from "../engine.ts";
import { scalePoint } from "../plane.ts";
import type { LiveFrame } from "./live-frame.ts";
import { boxOf } from "./places.ts";
import { moveReadings } from "./read-part.ts";

/** The longest side of a region in full size, in pixels. */
const maxSide = 800;
/** Directions are measured in this part of the region, because strong edges may lie outside the code. */
const corePart = { length: 0.68, height: 0.5 };

/** Reads a PDF417 or MicroPDF417 in a region of a frame, which may be turned and seen from the side. */
export function readStack(region: Region, frame: LiveFrame, engine: Engine): Found[] {
  const box = boxOf(region, frame);
  const part = frame.crop(box, { side: maxSide }).large();
  const inPart = {
    ...scalePoint({ x: region.x - box.x, y: region.y - box.y }, 1 / part.scale),
    angle: region.angle,
    length: region.length / part.scale,
    height: region.height / part.scale,
  };
  const core = {
    ...inPart,
    length: inPart.length * corePart.length,
    height: inPart.height * corePart.height,
  };
  const axes = measureAxes(part, core);
  const { plane, toFrame } = rectify(part, axes, inPart);
  const found = engine.read(plane, { formats: ["pdf417", "micropdf417"] });
  return moveReadings(
    found.map((reading) => ({ ...reading, corners: toFrame(reading.corners) })),
    box,
  );
}
