import type { SettledRoom } from "../closing/settle-room.ts";
import { add, direction, distance, dot, type Point, scale, subtract } from "../geometry/point.ts";
import { isWithin, offsetPolygon } from "../geometry/polygon.ts";
import { formatArea, formatLength } from "../lengths/format-length.ts";
import { markGuess } from "../measuring/mark-guess.ts";
import { measurePlan, type PlanMeasures, type RoomMeasures } from "../measuring/measure-plan.ts";
import { describePlanNote, isDrawn } from "../measuring/plan-note.ts";
import type { Plan } from "../model/plan.ts";
import { moveRoom } from "../placing/move-room.ts";
import { identity } from "../placing/rigid-motion.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { chooseSheet } from "./choose-sheet.ts";
import { drawAngles } from "./draw-angles.ts";
import { type DimensionPlace, drawDimension } from "./draw-dimension.ts";
import { drawFurniture, nameFurniture } from "./draw-furniture.ts";
import { drawOpeningSize } from "./draw-opening-size.ts";
import { drawRoomLabel } from "./draw-room-label.ts";
import { drawsOpening, drawWalls } from "./draw-walls.ts";
import type { Drawing, Shape } from "./drawing.ts";
import { createFreeSpace, type FreeSpace } from "./free-space.ts";
import { occupySpace } from "./occupy-space.ts";
import { englishWords, type PlanWords } from "./plan-words.ts";
import { partWalls } from "./wall-parts.ts";

/** The height of letters on the sheet, in millimeters. */
export const letterHeight = 2.5;
/** The greatest difference, in meters, between walls that count as equally long. */
const lengthTolerance = 0.001;

/**
 * Draws a plan: walls with their doors, windows and openings, furniture, the lengths of the walls,
 * the sizes of openings, angles that are not right, and the name, area and height of each room. The
 * longest wall is parallel to an edge of the sheet. Lengths and areas that are only as sketched
 * begin with ~.
 */
export function drawPlan(settled: SettledPlan, words: PlanWords = englishWords): Drawing {
  const { units, name } = settled.plan;
  const rooms = alignRooms(settled.rooms);
  const outlines = rooms.map(({ corners, walls }) =>
    offsetPolygon(
      corners,
      walls.map(({ wall }) => wall.thickness),
    ),
  );
  const measures = measurePlan(settled);
  const { sheet, notes, shapes } = chooseSheet({
    outlines: outlines.flat(),
    units,
    notes:
      words.notes ?? measures.notes.filter(isDrawn).map((note) => describePlanNote(note, units)),
    draw(ratio) {
      const textHeight = (letterHeight * ratio) / 1000;
      return drawRooms({ plan: settled.plan, rooms, outlines, measures, textHeight, words });
    },
  });
  const area = (squareMeters: number) =>
    markGuess(formatArea(squareMeters, units, words), measures);
  const legend = measures.isGuessed ? ` · ~ ${words.sketched}` : "";
  const areas = `${words.innerArea} ${area(measures.innerArea)} · ${words.grossArea} ${area(measures.grossArea)}`;
  return { title: name, summary: `${areas} · 1:${sheet.ratio}${legend}`, notes, sheet, shapes };
}

/** The content of a drawing at one scale. Lengths are meters. */
type RoomsToDraw = {
  plan: Plan;
  rooms: readonly SettledRoom[];
  /** The outer outlines of the rooms. */
  outlines: readonly (readonly Point[])[];
  measures: PlanMeasures;
  textHeight: number;
  words: PlanWords;
};

/**
 * Returns the shapes of all rooms. Texts with the fewest possible places are placed first: they
 * keep clear of walls, openings, furniture and of each other.
 */
function drawRooms(content: RoomsToDraw): Shape[] {
  const { plan, rooms, outlines, measures, textHeight, words } = content;
  const space = createFreeSpace();
  const built = rooms.flatMap((room) => [...drawFurniture(room), ...drawWalls(room, plan.joins)]);
  for (const shape of built) occupySpace(space, shape);
  for (const { inner, outer } of rooms.flatMap(listOpenings))
    space.addArea([inner.from, inner.to, outer.to, outer.from]);
  const angles = rooms.flatMap((room) => drawAngles(room, { textHeight, words }, space));
  const sizes = rooms.flatMap((room) => drawSizes(room, content, space));
  const lengths = rooms.flatMap((room, index) => drawLengths(room, index, content, space));
  const labels = rooms.flatMap((room, index) => {
    const lines = describeRoom(measures.rooms[index]!, plan, words);
    const label = { name: room.room.name, lines, textHeight, outlines };
    return drawRoomLabel(room.corners, label, space);
  });
  const furniture = rooms.flatMap((room) => nameFurniture(room, { textHeight, words }, space));
  return [...built, ...angles, ...sizes, ...lengths, ...labels, ...furniture];
}

const listOpenings = (room: SettledRoom) =>
  partWalls(room).flatMap(({ parts }) => parts.filter(({ opening }) => opening));

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
  return rooms.map((room) => moveRoom(motion, room));
}

/** Adds quarter turns to an angle so that it is at most 45 degrees either way. */
const toQuarterTurn = (angle: number) => angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

function drawSizes(
  room: SettledRoom,
  { plan: { units, joins }, textHeight, words }: RoomsToDraw,
  space: FreeSpace,
): Shape[] {
  return partWalls(room).flatMap(({ parts, outward }) =>
    parts.flatMap((part) =>
      part.opening && drawsOpening(joins, room.room.id, part.opening.id)
        ? drawOpeningSize(part, part.opening, { outward, units, textHeight, words }, space)
        : [],
    ),
  );
}

/**
 * Returns the lengths of the walls of a room. A wall between two rooms has its length within the
 * room, unless that of the opposite wall already says the same.
 */
function drawLengths(
  room: SettledRoom,
  roomIndex: number,
  { plan: { units }, outlines, textHeight, words }: RoomsToDraw,
  space: FreeSpace,
): Shape[] {
  const { corners, walls } = room;
  const sides = partWalls(room).map(({ wall, length, outward }, index) => {
    const ends = [corners[index]!, corners[(index + 1) % corners.length]!] as const;
    const offset = wall.thickness + textHeight * 1.6;
    const beyond = add(scale(add(...ends), 0.5), scale(outward, offset + textHeight));
    const isCovered = outlines.some(
      (other, otherIndex) => otherIndex !== roomIndex && isWithin(other, beyond),
    );
    const outside = { side: outward, offset };
    const inside = { side: scale(outward, -1), offset: textHeight * 1.2 };
    const text = markGuess(formatLength(length, units, words), walls[index]!);
    const place = { ends, text, textHeight, sides: isCovered ? [inside] : [outside, inside] };
    return { place, isCovered };
  });
  const drawn: DimensionPlace[] = [];
  for (const { place, isCovered } of sides.toSorted((a, b) => +a.isCovered - +b.isCovered)) {
    if (isCovered && drawn.some((other) => isOpposite(place, other))) continue;
    drawn.push(place);
  }
  return drawn.map((place) => drawDimension(place, space));
}

/** Tells whether two sides have the same length and face each other. */
function isOpposite({ ends: [a, b] }: DimensionPlace, { ends: [c, d] }: DimensionPlace): boolean {
  const across = direction(a, d);
  const isSame = distance(a, d) > 0 && distance(add(a, subtract(c, d)), b) < lengthTolerance;
  return isSame && Math.abs(dot(direction(a, b), across)) < lengthTolerance;
}

function describeRoom(measures: RoomMeasures, { units }: Plan, words: PlanWords): string[] {
  const { innerArea, height } = measures;
  const area = markGuess(formatArea(innerArea, units, words), measures);
  if (height === undefined) return [area];
  return [area, `${words.height} ${formatLength(height, units, words)}`];
}
