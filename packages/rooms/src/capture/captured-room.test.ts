import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measurePlan } from "../measuring/measure-plan.ts";
import { parsePlan } from "../model/parse-plan.ts";
import { serializePlan } from "../model/serialize-plan.ts";
import { settlePlan } from "../settle-plan.ts";
import { makeCapturedRoom } from "../testing/make-captured-room.ts";
import { makePlan } from "../testing/make-plan.ts";
import { captureToRoom } from "./capture-to-room.ts";
import { parseCapturedRoom } from "./captured-room.ts";

describe("a room that RoomPlan captured", () => {
  it("becomes a room with its area, height, door, window and passage", () => {
    const capture = parseCapturedRoom(makeCapturedRoom())!;
    const made = captureToRoom(capture, { id: "r1", name: "Hall" });
    if (!made.ok) throw new Error(made.problem.kind);
    const result = settlePlan(makePlan([made.room]));
    if (!result.ok) throw new Error(result.problem.kind);
    const room = measurePlan(result.settled).rooms[0]!;
    expect(room.innerArea).toBeCloseTo(12, 6);
    expect(room.height).toBeCloseTo(2.4, 6);
    expect(room.walls.map(({ length }) => length.toFixed(3)).sort()).toEqual([
      "3.000",
      "3.000",
      "4.000",
      "4.000",
    ]);
    expect(made.room.walls.every(({ raw }) => raw.source === "plane")).toBe(true);
    const openings = made.room.walls.flatMap((wall) => wall.openings);
    expect(openings).toHaveLength(3);
    expect(openings).toContainEqual(
      expect.objectContaining({ kind: "door", width: 0.9, height: 2, sill: 0 }),
    );
    expect(openings).toContainEqual(
      expect.objectContaining({ kind: "window", width: 1.2, height: 1, sill: 1 }),
    );
    expect(openings).toContainEqual(
      expect.objectContaining({ kind: "opening", width: 1, height: 2.1, sill: 0 }),
    );
  });

  it("keeps its furniture, which stays at its place beside the walls", () => {
    const capture = parseCapturedRoom(makeCapturedRoom())!;
    const made = captureToRoom(capture, { id: "r1", name: "Hall" });
    if (!made.ok) throw new Error(made.problem.kind);
    const [sofa, washer] = made.room.raw.furniture!;
    expect(sofa).toMatchObject({ kind: "sofa", width: 2, depth: 0.9, height: 0.8 });
    expect(sofa!.center).toEqual({ x: 1.5, y: -2.4 });
    expect(sofa!.elevation).toBeCloseTo(0, 6);
    expect(washer!.kind).toBe("washer dryer");
    const result = settlePlan(makePlan([made.room]));
    if (!result.ok) throw new Error(result.problem.kind);
    // Turned by a quarter, the washer is 0.55 m wide along x and 0.6 m along z.
    const { corners } = result.settled.rooms[0]!.furniture[1]!;
    const rounded = corners.map(({ x, y }) => [x, y].map((value) => value.toFixed(3)));
    for (const corner of [
      ["3.325", "-0.700"],
      ["3.875", "-1.300"],
    ])
      expect(rounded).toContainEqual(corner);
  });

  it("leaves out furniture of an unknown form", () => {
    const room = JSON.parse(makeCapturedRoom());
    const [sofa] = room.objects;
    const objects = [
      { ...sofa, category: "sofa" },
      { ...sofa, category: { "<b>": {} } },
      { ...sofa, dimensions: [2, 0.8, 0] },
      { ...sofa, transform: [] },
      null,
      sofa,
    ];
    const capture = parseCapturedRoom(JSON.stringify({ ...room, objects }));
    expect(capture?.furniture).toHaveLength(1);
    expect(parseCapturedRoom(JSON.stringify({ ...room, objects: {} }))?.furniture).toEqual([]);
  });

  it("is not read from other text, and surfaces of an unknown form are left out", () => {
    for (const text of ["", "[]", "null", '{"walls":{}}', '{"walls":[]}', '{"walls":[{}]}'])
      expect(parseCapturedRoom(text)).toBeUndefined();
    const room = JSON.parse(makeCapturedRoom());
    const walls = [...room.walls, { ...room.walls[0], transform: [1] }, { dimensions: [1, 1, 0] }];
    const text = JSON.stringify({ ...room, walls, doors: null });
    expect(parseCapturedRoom(text)?.walls).toHaveLength(4);
  });

  it("causes no exception, whatever its numbers are", () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    const surface = fc.record({
      dimensions: fc.array(number, { minLength: 3, maxLength: 3 }),
      transform: fc.array(number, { minLength: 16, maxLength: 16 }),
    });
    const list = fc.array(fc.oneof(surface, fc.jsonValue()), { maxLength: 8 });
    const object = surface.map((each) => ({ ...each, category: { table: {} } }));
    const objects = fc.array(fc.oneof(object, fc.jsonValue()), { maxLength: 4 });
    const room = fc.record({ walls: list, doors: list, windows: list, openings: list, objects });
    fc.assert(
      fc.property(
        fc.oneof(
          room.map((value) => JSON.stringify(value)),
          fc.json(),
        ),
        (text) => {
          const capture = parseCapturedRoom(text);
          const made = capture && captureToRoom(capture, { id: "r1", name: "Hall" });
          if (!made?.ok) return;
          const plan = makePlan([made.room]);
          expect(settlePlan(plan).ok).toBe(true);
          expect(parsePlan(serializePlan(plan))).toEqual({ ok: true, plan });
        },
      ),
    );
  });
});
