import type { SettledRoom } from "../closing/settle-room.ts";
import { add, direction, distance, type Point, scale } from "../geometry/point.ts";
import { isWithin, offsetPolygon } from "../geometry/polygon.ts";
import { formatArea, formatLength } from "../lengths/format-length.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import { measurePlan, type RoomMeasures } from "../measuring/measure-plan.ts";
import type { Join } from "../model/plan.ts";
import { identity, movePoint } from "../placing/rigid-motion.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { chooseSheet } from "./choose-sheet.ts";
import { drawDimension } from "./draw-dimension.ts";
import { drawOpening } from "./draw-opening.ts";
import type { Drawing, Shape } from "./drawing.ts";
import { findLabelPoint } from "./label-point.ts";
import { type PartedWall, partWalls } from "./wall-parts.ts";

/** The height of letters on the sheet, in millimeters. */
const letterHeight = 2.5;
/** The greatest difference, in meters, between walls that count as equally long. */
const lengthTolerance = 0.001;

/**
 * Draws a plan: walls with their doors, windows and openings, the lengths of the walls, and the
 * name, area and height of each room. The longest wall is parallel to an edge of the sheet.
 */
export function drawPlan(settled: SettledPlan): Drawing {
  const { units, name, joins } = settled.plan;
  const rooms = alignRooms(settled.rooms);
  const outlines = rooms.map(({ corners, walls }) =>
    offsetPolygon(
      corners,
      walls.map(({ wall }) => wall.thickness),
    ),
  );
  const sheet = chooseSheet(outlines.flat(), units);
  const textHeight = (letterHeight * sheet.ratio) / 1000;
  const measures = measurePlan(settled);
  const shapes = rooms.flatMap((room, index) => {
    const others = outlines.filter((_, other) => other !== index);
    return [
      ...drawWalls(room, joins),
      ...drawDimensions(room, others, units, textHeight),
      ...drawTexts(room, measures.rooms[index]!, units, textHeight),
    ];
  });
  const { innerArea, grossArea } = measures;
  const areas = `Inner area ${formatArea(innerArea, units)} · Gross area ${formatArea(grossArea, units)}`;
  return { title: name, summary: `${areas} · 1:${sheet.ratio}`, sheet, shapes };
}

/**
 * Rotates rooms so that their longest wall is parallel to an axis. The first of several equally
 * long walls counts.
 */
function alignRooms(rooms: readonly SettledRoom[]): SettledRoom[] {
  const sides = rooms.flatMap(({ corners }) =>
    corners.map((from, index) => ({ from, to: corners[(index + 1) % corners.length]! })),
  );
  const { from, to } = sides.reduce((longest, side) =>
    distance(side.from, side.to) > distance(longest.from, longest.to) + lengthTolerance
      ? side
      : longest,
  );
  const { x, y } = direction(from, to);
  const motion = { ...identity, angle: toQuarterTurn(-Math.atan2(y, x)) };
  return rooms.map((room) => ({
    ...room,
    corners: room.corners.map((corner) => movePoint(motion, corner)),
  }));
}

/** Adds quarter turns to an angle so that it is at most 45 degrees either way. */
const toQuarterTurn = (angle: number) => angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

function drawWalls(room: SettledRoom, joins: readonly Join[]): Shape[] {
  // A joined door belongs to two rooms. Only the room at the start of the join draws it.
  const isDrawn = (id: string) =>
    !joins.some(({ to }) => to.room === room.room.id && to.opening === id);
  return partWalls(room).flatMap((wall) =>
    wall.parts.flatMap((part): Shape[] => {
      const { inner, outer, opening } = part;
      if (opening) return isDrawn(opening.id) ? drawOpening(part, opening, wall.outward) : [];
      const corners = [inner.from, inner.to, outer.to, outer.from];
      const faces = wall.wall.thickness > 0 ? [inner, outer] : [inner];
      return [
        ...(wall.wall.thickness > 0 ? [{ kind: "area", layer: "walls", corners } as const] : []),
        ...faces.map((face): Shape => ({ kind: "line", layer: "walls", ...face })),
        ...drawJambs(wall, part),
      ];
    }),
  );
}

/** Returns the lines across a wall at the ends of a part that are next to an opening. */
function drawJambs({ parts, wall }: PartedWall, part: PartedWall["parts"][number]): Shape[] {
  if (wall.thickness === 0) return [];
  const index = parts.indexOf(part);
  return (["from", "to"] as const).flatMap((end): Shape[] =>
    parts[end === "from" ? index - 1 : index + 1]
      ? [{ kind: "line", layer: "walls", from: part.inner[end], to: part.outer[end] }]
      : [],
  );
}

function drawDimensions(
  room: SettledRoom,
  others: readonly Point[][],
  units: UnitSystem,
  textHeight: number,
): Shape[] {
  return partWalls(room).flatMap(({ wall, length, outward }, index) => {
    const { corners } = room;
    const ends = [corners[index]!, corners[(index + 1) % corners.length]!] as const;
    const outside = wall.thickness + textHeight * 1.6;
    const middle = scale(add(...ends), 0.5);
    const isCovered = others.some((other) =>
      isWithin(other, add(middle, scale(outward, outside + textHeight))),
    );
    return drawDimension(ends, formatLength(length, units), {
      side: isCovered ? scale(outward, -1) : outward,
      offset: isCovered ? textHeight * 1.2 : outside,
      textHeight,
    });
  });
}

function drawTexts(
  { corners }: SettledRoom,
  { name, innerArea, height }: RoomMeasures,
  units: UnitSystem,
  textHeight: number,
): Shape[] {
  const lines = [name, formatArea(innerArea, units)];
  if (height !== undefined) lines.push(`Height ${formatLength(height, units)}`);
  const { x, y } = findLabelPoint(corners);
  const spacing = textHeight * 1.6;
  return lines.map((text, index) => ({
    kind: "text",
    layer: "texts",
    middle: { x, y: y + ((lines.length - 1) / 2 - index) * spacing },
    height: index === 0 ? textHeight * 1.2 : textHeight,
    angle: 0,
    text,
  }));
}
