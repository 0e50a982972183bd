import { distance, type Point } from "../geometry/point.ts";
import { type UnitSystem, unitSystems } from "../lengths/unit-system.ts";
import {
  type Fields,
  FirstProblem,
  fieldOf,
  join,
  type Range,
  readChoice,
  readFields,
  readLength,
  readList,
  readText,
  refuse,
} from "./fields.ts";
import {
  type Join,
  type Opening,
  type OpeningReference,
  openingKinds,
  type Plan,
  planVersion,
  type RawWall,
  type Room,
  type Wall,
  wallSources,
} from "./plan.ts";
import type { PlanProblem } from "./plan-problem.ts";

export type PlanResult = { ok: true; plan: Plan } | { ok: false; problem: PlanProblem };

/**
 * Parses the JSON text of a plan, as `serializePlan` writes it. Returns the first problem if the
 * text is no plan. Only `settlePlan` checks whether the walls enclose a room.
 */
export function parsePlan(text: string): PlanResult {
  try {
    return { ok: true, plan: readPlan(readJson(text)) };
  } catch (error) {
    if (error instanceof FirstProblem) return { ok: false, problem: error.problem };
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new FirstProblem({ kind: "notJson" });
  }
}

const heightRange: Range = { from: 1, to: 50 };
const widthRange: Range = { from: 0.05, to: 100 };
const furnitureRange: Range = { from: 0.01, to: 100 };
/** The smallest distance, in meters, between the points that give the direction of a wall. */
const minWallLength = 0.05;

function readPlan(value: unknown): Plan {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > planVersion)
    throw new FirstProblem({ kind: "newerVersion", version });
  // `shown` is for other programs. Its values are computed again.
  const fields = readFields(value, "", ["version", "name", "units", "rooms", "joins", "shown"]);
  if (version !== planVersion) refuse("version", { kind: "number", value: planVersion });
  const units = readChoice(fields, "units", unitSystems, "metric");
  const rooms = readList(fields, "rooms", { min: 1, max: 100 }, (room, path) =>
    readRoom(room, path, units),
  );
  checkIds(rooms, "rooms");
  const limits = { min: 0, max: 1000, optional: true };
  const joins = readList(fields, "joins", limits, (join, path) => readJoin(join, path, rooms));
  return { name: readText(fields, "name"), units, rooms, joins };
}

function readRoom(value: unknown, path: string, units: UnitSystem): Room {
  const fields = readFields(value, path, ["id", "name", "raw", "confirmed", "walls"]);
  const raw = readFields(fieldOf(fields, "raw") ?? {}, join(path, "raw"), ["height", "furniture"]);
  const confirmed = readFields(fieldOf(fields, "confirmed") ?? {}, join(path, "confirmed"), [
    "height",
  ]);
  const height = (values: Fields) => {
    const meters = readLength(values, "height", units, heightRange);
    return meters === undefined ? {} : { height: meters };
  };
  const walls = readList(fields, "walls", { min: 3, max: 200 }, (wall, wallPath) =>
    readWall(wall, wallPath, units),
  );
  checkIds(walls, join(path, "walls"));
  checkIds(
    walls.flatMap(({ openings }) => openings),
    join(path, "openings"),
  );
  return {
    id: readText(fields, "id"),
    name: readText(fields, "name"),
    raw: { ...height(raw), ...readFurniture(raw, units) },
    confirmed: height(confirmed),
    walls,
  };
}

function readFurniture(raw: Fields, units: UnitSystem): Pick<Room["raw"], "furniture"> {
  if (fieldOf(raw, "furniture") === undefined) return {};
  const furniture = readList(raw, "furniture", { min: 0, max: 200 }, (value, path) => {
    const names = ["kind", "center", "width", "depth", "height", "elevation", "angle"];
    const fields = readFields(value, path, names);
    const size = (name: string, range: Range) =>
      readLength(fields, name, units, range) ?? refuse(join(path, name), { kind: "someLength" });
    const angle = fieldOf(fields, "angle");
    if (typeof angle !== "number" || !(Math.abs(angle) <= 2 * Math.PI))
      refuse(join(path, "angle"), { kind: "angle" });
    return {
      kind: readText(fields, "kind"),
      center: readPoint(fieldOf(fields, "center"), join(path, "center")),
      width: size("width", furnitureRange),
      depth: size("depth", furnitureRange),
      height: size("height", furnitureRange),
      elevation: size("elevation", { from: 0, to: 50 }),
      angle,
    };
  });
  return { furniture };
}

function readWall(value: unknown, path: string, units: UnitSystem): Wall {
  const fields = readFields(value, path, ["id", "raw", "confirmed", "thickness", "openings"]);
  const confirmed = readFields(fieldOf(fields, "confirmed") ?? {}, join(path, "confirmed"), [
    "length",
  ]);
  const length = readLength(confirmed, "length", units, widthRange);
  return {
    id: readText(fields, "id"),
    raw: readRawWall(fieldOf(fields, "raw"), join(path, "raw")),
    confirmed: length === undefined ? {} : { length },
    thickness: readLength(fields, "thickness", units, { from: 0, to: 5 }) ?? 0,
    openings: readList(
      fields,
      "openings",
      { min: 0, max: 50, optional: true },
      (opening, openingPath) => readOpening(opening, openingPath, units),
    ),
  };
}

function readRawWall(value: unknown, path: string): RawWall {
  const fields = readFields(value, path, ["source", "points"]);
  const source = readChoice(fields, "source", wallSources);
  const points = readList(fields, "points", { min: 2, max: 100 }, readPoint);
  if (distance(points[0]!, points.at(-1)!) < minWallLength)
    throw new FirstProblem({ kind: "wallWithoutLength", path });
  return { source, points };
}

function readPoint(value: unknown, path: string): Point {
  const isCoordinate = (member: unknown): member is number =>
    typeof member === "number" && Math.abs(member) <= 1000;
  const [x, y, extra] = Array.isArray(value) ? (value as unknown[]) : [];
  if (!isCoordinate(x) || !isCoordinate(y) || extra !== undefined) refuse(path, { kind: "point" });
  return { x, y };
}

function readOpening(value: unknown, path: string, units: UnitSystem): Opening {
  const names = ["id", "kind", "offset", "width", "height", "sill", "hinge", "swing"];
  const fields = readFields(value, path, names);
  const kind = readChoice(fields, "kind", openingKinds);
  const readRequired = (name: string, range: Range, fallback?: number) =>
    readLength(fields, name, units, range) ??
    fallback ??
    refuse(join(path, name), { kind: "someLength" });
  return {
    id: readText(fields, "id"),
    kind,
    offset: readRequired("offset", { from: 0, to: 100 }),
    width: readRequired("width", widthRange),
    height: readRequired("height", widthRange, kind === "window" ? 1.2 : 2),
    sill: readRequired("sill", { from: 0, to: 50 }, kind === "window" ? 0.9 : 0),
    hinge: readChoice(fields, "hinge", ["start", "end"], "start"),
    swing: readChoice(fields, "swing", ["in", "out"], "in"),
  };
}

function readJoin(value: unknown, path: string, rooms: readonly Room[]): Join {
  const fields = readFields(value, path, ["from", "to"]);
  const from = readReference(fields, "from", rooms);
  const to = readReference(fields, "to", rooms);
  if (from.room === to.room) refuse(join(path, "to"), { kind: "otherRoom" });
  return { from, to };
}

function readReference(parent: Fields, name: string, rooms: readonly Room[]): OpeningReference {
  const path = join(parent.path, name);
  const fields = readFields(fieldOf(parent, name), path, ["room", "opening"]);
  const reference = { room: readText(fields, "room"), opening: readText(fields, "opening") };
  const openings = rooms
    .find(({ id }) => id === reference.room)
    ?.walls.flatMap((wall) => wall.openings);
  if (!openings?.some(({ id, kind }) => id === reference.opening && kind !== "window"))
    throw new FirstProblem({ kind: "unknownOpening", path, ...reference });
  return reference;
}

function checkIds(entries: readonly { id: string }[], path: string): void {
  const knownIds = new Set<string>();
  for (const { id } of entries) {
    if (knownIds.has(id)) throw new FirstProblem({ kind: "repeatedId", path, id });
    knownIds.add(id);
  }
}
