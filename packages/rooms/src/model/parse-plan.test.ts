import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryPlan } from "../testing/arbitrary-plan.ts";
import { makeOpening, makePlan, makeRoom } from "../testing/make-plan.ts";
import { parsePlan } from "./parse-plan.ts";
import { describePlanProblem } from "./plan-problem.ts";
import { serializePlan } from "./serialize-plan.ts";

const rectangle = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
] as const;

/**
 * Returns the sentence about a file in which the value at a path such as `rooms.0.name` was
 * replaced by `value`. The value undefined removes the field.
 */
function sentenceAbout(path: string, value: unknown): string {
  const file = JSON.parse(serializePlan(twoRooms));
  const names = path.split(".");
  const last = names.pop()!;
  const holder = names.reduce((node, name) => node[name], file);
  Object.defineProperty(holder, last, { value, enumerable: true });
  const parsed = parsePlan(JSON.stringify(file));
  return parsed.ok ? "no problem" : describePlanProblem(parsed.problem);
}

const door = (id: string) => ({ walls: { 1: { openings: [makeOpening(id)] } } });
const twoRooms = makePlan(
  [
    makeRoom(rectangle, { id: "hall", ...door("d1") }),
    makeRoom(rectangle, { id: "office", ...door("d2") }),
  ],
  [{ from: { room: "hall", opening: "d1" }, to: { room: "office", opening: "d2" } }],
);

describe("the file of a plan", () => {
  it("is read back as it was written, whatever its values", () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        expect(parsePlan(serializePlan(plan))).toEqual({ ok: true, plan });
      }),
    );
  });

  it("keeps raw and confirmed values, and leaves the shown ones to be computed", () => {
    const parsed = parsePlan(serializePlan(twoRooms, { innerArea: 999 }));
    expect(parsed).toEqual({ ok: true, plan: twoRooms });
  });

  it("may have lengths as a person writes them", () => {
    const file = JSON.parse(serializePlan(twoRooms));
    file.units = "imperial";
    file.rooms[0].walls[0].confirmed.length = `11' 10 1/2"`;
    file.rooms[0].confirmed.height = "250 cm";
    const parsed = parsePlan(JSON.stringify(file));
    expect(parsed.ok && parsed.plan.rooms[0]!.walls[0]!.confirmed.length).toBeCloseTo(3.6195, 9);
    expect(parsed.ok && parsed.plan.rooms[0]!.confirmed.height).toBe(2.5);
  });

  it("may leave out what has a usual value", () => {
    const wall = (points: number[][]) => ({
      id: `w${points}`,
      raw: { source: "sketch", points },
      openings: [{ id: `${points}`, kind: "window", offset: 1, width: 1 }],
    });
    const walls = rectangle.map((corner, index) =>
      wall([[...corner], [...rectangle[(index + 1) % 4]!]]),
    );
    const parsed = parsePlan(
      JSON.stringify({ version: 1, name: "Hut", rooms: [{ id: "a", name: "A", walls }] }),
    );
    if (!parsed.ok) throw new Error(describePlanProblem(parsed.problem));
    const { plan } = parsed;
    expect(plan.units).toBe("metric");
    expect(plan.joins).toEqual([]);
    expect(plan.rooms[0]!.walls[0]).toMatchObject({ thickness: 0, confirmed: {} });
    expect(plan.rooms[0]!.walls[0]!.openings[0]).toMatchObject({ sill: 0.9, height: 1.2 });
  });

  it.each([
    ["a newer version", "version", 2, "The file has version 2"],
    ["no version", "version", undefined, "version has to be 1."],
    ["two walls", "rooms.0.walls", [null, null], "rooms[0].walls has to be a list"],
    [
      "a wrong field",
      "rooms.0.walls.1.thicknes",
      1,
      "There is no field rooms[0].walls[1].thicknes",
    ],
    ["a text for a point", "rooms.1.walls.0.raw.points.1", "here", ".points[1] has to be [x, y]"],
    ["a point with a height", "rooms.1.walls.0.raw.points.1", [1, 2, 3], "has to be [x, y]"],
    ["a far point", "rooms.1.walls.0.raw.points.1", [1, 2000], "from -1000 to 1000"],
    ["equal points", "rooms.1.walls.0.raw.points.1", [0, 0], "lie within 5 cm"],
    ["the same id twice", "rooms.1.id", "hall", 'rooms: the id "hall" is used twice'],
    ["a negative length", "rooms.0.walls.0.confirmed.length", -1, ".length has to be a length"],
    ["light years", "rooms.0.walls.0.confirmed.length", "1 ly", ".length has to be a length"],
    ["no width", "rooms.0.walls.1.openings.0.width", undefined, ".width has to be a length"],
    ["a hatch", "rooms.0.walls.1.openings.0.kind", "hatch", "one of door, window, opening"],
    ["a join to nowhere", "joins.0.to.opening", "d9", 'room "office" has no door or opening "d9"'],
    ["a join of one room", "joins.0.to", { room: "hall", opening: "d1" }, "of another room"],
    ["a room that is a text", "rooms.0", "hall", "rooms[0] has to be an object"],
    ["a name without letters", "name", " ", "name has to be a text"],
    ["a prototype", "rooms.0.__proto__", {}, "There is no field rooms[0].__proto__"],
  ])("with %s is refused in one sentence", (_, path, value, sentence) => {
    expect(sentenceAbout(path, value)).toContain(sentence);
  });

  it("that is no JSON is refused, and no text causes an exception", () => {
    expect(parsePlan("<svg/>")).toEqual({ ok: false, problem: { kind: "notJson" } });
    expect(parsePlan("null")).toMatchObject({ ok: false });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parsePlan(text).ok).toBe(false);
      }),
    );
  });

  it("with any value replaced is read, or refused in a sentence", () => {
    fc.assert(
      fc.property(arbitraryPlan, fc.jsonValue(), fc.nat(), (plan, value, at) => {
        const text = replaceNth(serializePlan(plan), at, JSON.stringify(value));
        const parsed = parsePlan(text);
        if (!parsed.ok) expect(describePlanProblem(parsed.problem)).toMatch(/^\S.*\.$/s);
      }),
    );
  });
});

/** Replaces the n-th number or text of a JSON file, counted around. */
function replaceNth(json: string, n: number, by: string): string {
  const places = [...json.matchAll(/: ("(?:[^"\\]|\\.)*"|-?[\d.e-]+)/g)];
  const { index, 0: found } = places[n % places.length]!;
  return `${json.slice(0, index)}: ${by}${json.slice(index + found.length)}`;
}
