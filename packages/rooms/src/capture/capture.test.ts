import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, type Point } from "../geometry/point.ts";
import { signedArea } from "../geometry/polygon.ts";
import { measurePlan } from "../measuring/measure-plan.ts";
import type { RawWall } from "../model/plan.ts";
import { settlePlan } from "../settle-plan.ts";
import { makePlan } from "../testing/make-plan.ts";
import { aimAtFloor, aimAtWall } from "./aim.ts";
import { type Capture, captureToRoom } from "./capture-to-room.ts";
import { type DevicePlane, findInPlanes, type OpeningMark } from "./device-planes.ts";
import type { Position, Ray } from "./position.ts";

const angled: Point[] = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 2 },
  { x: 2.5, y: 2 },
  { x: 2.5, y: 3 },
  { x: 0, y: 3 },
];
const names = { id: "r1", name: "Hall" };

/** Returns the walls of a room. `short` is the length in meters that each end of a wall lacks. */
function wallsOf(corners: readonly Point[], source: RawWall["source"], short = 0): RawWall[] {
  return corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length]!;
    const cut = short / distance(from, to);
    const at = (part: number) => ({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    });
    return { source, points: [at(cut), at(1 - cut)] };
  });
}

const position = ({ x, y }: Point, height: number): Position => ({ x, y: height, z: -y });

/** Returns an upright plane above a floor line, between the heights `low` and `high`. */
function upright(label: string | undefined, [from, to]: Point[], low: number, high: number) {
  const outline = [
    position(from!, low),
    position(to!, low),
    position(to!, high),
    position(from!, high),
  ];
  return { label, outline } satisfies DevicePlane;
}

function aim(origin: Position, target: Position): Ray {
  const direction = {
    x: target.x - origin.x,
    y: target.y - origin.y,
    z: target.z - origin.z,
  };
  return { origin, direction };
}

function measure(capture: Capture) {
  const made = captureToRoom(capture, names);
  if (!made.ok) throw new Error(made.problem.kind);
  const result = settlePlan(makePlan([made.room]));
  if (!result.ok) throw new Error(result.problem.kind);
  return { room: made.room, measures: measurePlan(result.settled).rooms[0]! };
}

const capture = (walls: RawWall[], openings: OpeningMark[] = []): Capture => ({
  walls,
  height: 2.5,
  openings,
});

describe("aiming", () => {
  const coordinate = fc.double({ min: -4, max: 4, noNaN: true });
  const eye = { x: 0.3, y: 1.5, z: 0.2 };

  it("at the floor gives the point that the ray meets, seen from above", () => {
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        fc.double({ min: -1, max: 1, noNaN: true }),
        (x, y, level) => {
          const target = position({ x, y }, level);
          const point = aimAtFloor(aim({ ...eye, y: level + 1.5 }, target), level)!;
          expect(distance(point, { x, y })).toBeLessThan(1e-9);
        },
      ),
    );
  });

  it("at the floor gives nothing above the horizon, or ten meters away", () => {
    expect(aimAtFloor(aim(eye, { x: 3, y: 1.6, z: 0 }), 0)).toBeUndefined();
    expect(aimAtFloor(aim(eye, { x: 3, y: 1.45, z: 0 }), 0)).toBeUndefined();
    expect(aimAtFloor(aim({ ...eye, y: -0.1 }, { x: 3, y: -1, z: 0 }), 0)).toBeUndefined();
  });

  it("at the ceiling line of a wall gives the height of the room", () => {
    const wall = [
      { x: -2, y: 3 },
      { x: 2, y: 3.5 },
    ] as const;
    const hit = aimAtWall(aim(eye, position({ x: 0, y: 3.25 }, 2.62)), wall, 0.1)!;
    expect(hit.height).toBeCloseTo(2.52, 9);
    expect(distance(hit.point, { x: 0, y: 3.25 })).toBeLessThan(1e-9);
  });

  it("away from a wall or along it gives nothing", () => {
    const wall = [
      { x: -2, y: 3 },
      { x: 2, y: 3 },
    ] as const;
    expect(aimAtWall(aim(eye, position({ x: 0, y: -3 }, 1)), wall, 0)).toBeUndefined();
    expect(aimAtWall(aim(eye, { ...eye, x: 4 }), wall, 0)).toBeUndefined();
  });
});

describe("a walked room", () => {
  it("is made of walls that were tapped in their order, whichever end came first", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (turned) => {
        const walls = wallsOf(angled, "taps", 0.3).map((wall, index) =>
          turned[index] ? { ...wall, points: wall.points.toReversed() } : wall,
        );
        const { measures, room } = measure(capture(walls));
        expect(measures.innerArea).toBeCloseTo(10.5, 6);
        expect(measures.height).toBe(2.5);
        const starts = room.walls.map(({ raw }) => raw.points[0]!);
        expect(Math.abs(signedArea(starts))).toBeGreaterThan(5);
      }),
    );
  });

  it("is made of planes in any order and direction, with their ends behind furniture", () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
    fc.assert(
      fc.property(order, fc.nat(63), (places, turned) => {
        const walls = wallsOf(angled, "plane", 0.2);
        const mixed = places.map((place, index) => {
          const wall = walls[place]!;
          return (turned >> index) & 1 ? { ...wall, points: wall.points.toReversed() } : wall;
        });
        expect(measure(capture(mixed)).measures.innerArea).toBeCloseTo(10.5, 6);
      }),
    );
  });

  it("has a corner that nobody saw where its two walls cross", () => {
    const [south, ...others] = wallsOf(angled, "taps");
    const seen = {
      ...south!,
      points: [
        { x: 1, y: 0 },
        { x: 2, y: 0 },
      ],
    };
    expect(measure(capture([seen, ...others])).measures.innerArea).toBeCloseTo(10.5, 6);
  });

  it("needs three walls that enclose something", () => {
    const walls = wallsOf(angled, "taps");
    for (const few of [[], walls.slice(0, 1), walls.slice(0, 2)]) {
      const made = captureToRoom(capture(few), names);
      expect(made).toEqual({ ok: false, problem: { kind: "wallsWithoutArea", room: "Hall" } });
    }
  });

  it("has the openings that were marked on its walls", () => {
    const mark = (
      kind: OpeningMark["kind"],
      x: [number, number],
      heights: [number, number],
      y = 0,
    ) =>
      ({
        kind,
        corners: [
          { point: { x: x[0], y }, height: heights[0] },
          { point: { x: x[1], y }, height: heights[1] },
        ],
      }) satisfies OpeningMark;
    const { room } = measure(
      capture(wallsOf(angled, "taps"), [
        mark("door", [1.9, 1], [2.01, 0.04]),
        mark("window", [2.2, 3.4], [0.9, 2.1]),
        mark("window", [3, 3.8], [0.9, 2.1]),
        mark("door", [1, 2], [0, 2], -2),
        mark("opening", [0.2, 0.3], [0, 2]),
      ]),
    );
    expect(room.walls[0]!.openings).toMatchObject([
      { kind: "door", offset: 1, width: 0.9, sill: 0, height: 2.01 },
      { kind: "window", offset: 2.2, width: 1.2, sill: 0.9, height: 1.2 },
    ]);
    expect(room.walls.flatMap(({ openings }) => openings)).toHaveLength(2);
  });
});

describe("the planes of a device", () => {
  const corners = (index: number) => [angled[index]!, angled[(index + 1) % 6]!];
  const level = (label: string | undefined, height: number) => ({
    label,
    // A floor as devices guess it: larger than the room.
    outline: [
      position({ x: -1, y: -1 }, height),
      position({ x: 6, y: -1 }, height),
      position({ x: 6, y: 5 }, height),
      position({ x: -1, y: 5 }, height),
    ],
  });
  const walls = angled.map((_, index) => upright("wall", corners(index), 0.1, 2.6));

  it("give walls, height and openings, and the outline of the floor changes nothing", () => {
    const door = upright(
      "door",
      [
        { x: 1, y: 0 },
        { x: 1.9, y: 0 },
      ],
      0.1,
      2.1,
    );
    const shelf = upright(
      "shelf",
      [
        { x: 0, y: 1 },
        { x: 0, y: 2 },
      ],
      0.1,
      2.2,
    );
    const found = findInPlanes([level("floor", 0.1), level("ceiling", 2.6), ...walls, door, shelf]);
    expect(found.level).toBeCloseTo(0.1, 9);
    expect(found.height).toBeCloseTo(2.5, 9);
    const { measures, room } = measure({ ...found, height: found.height });
    expect(measures.innerArea).toBeCloseTo(10.5, 6);
    const openings = room.walls.flatMap((wall) => wall.openings);
    expect(openings).toMatchObject([{ kind: "door", width: 0.9, height: 2 }]);
  });

  it("without labels give the tall upright ones as walls, and the lowest level one as the floor", () => {
    const bare = walls.map(({ outline }) => ({ label: undefined, outline }));
    const cupboard = upright(
      undefined,
      [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
      ],
      0.1,
      1,
    );
    const found = findInPlanes([level(undefined, 0.8), level(undefined, 0.1), ...bare, cupboard]);
    expect(found.level).toBeCloseTo(0.1, 9);
    expect(found.walls).toHaveLength(6);
    expect(found.height).toBeUndefined();
  });

  it("that are parts of one wall give one wall", () => {
    const [, ...others] = walls;
    const parts = [
      upright(
        "wall",
        [
          { x: 0, y: 0.02 },
          { x: 1.5, y: 0.02 },
        ],
        0.1,
        2.6,
      ),
      upright(
        "wall",
        [
          { x: 1.9, y: -0.02 },
          { x: 4, y: -0.02 },
        ],
        0.1,
        2.6,
      ),
    ];
    const found = findInPlanes([...parts, ...others], 0.1);
    expect(found.walls).toHaveLength(6);
    expect(measure({ ...found, height: 2.5 }).measures.innerArea).toBeCloseTo(10.5, 0);
  });

  it("that are no planes at all cause no exception", () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    const corner = fc.record({ x: number, y: number, z: number });
    const plane = fc.record({
      label: fc.constantFrom(undefined, "wall", "door", "floor", "ceiling"),
      outline: fc.array(corner, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(plane, { maxLength: 12 }), (planes) => {
        const found = findInPlanes(planes);
        const made = captureToRoom({ ...found, height: 2.5 }, names);
        if (made.ok) expect(settlePlan(makePlan([made.room])).ok).toBe(true);
      }),
    );
  });
});
