import fc from "fast-check";
import { distance } from "../geometry/point.ts";
import { unitSystems } from "../lengths/unit-system.ts";
import { openingKinds, type Plan, type Room, type Wall, wallSources } from "../model/plan.ts";

/** Lengths without negative zero, which JSON does not have. */
const meters = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => value || 0);
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");
const point = fc.record({ x: meters(-1000, 1000), y: meters(-1000, 1000) });

const wall: fc.Arbitrary<Omit<Wall, "id">> = fc.record({
  raw: fc
    .record({
      source: fc.constantFrom(...wallSources),
      points: fc.array(point, { minLength: 2, maxLength: 4 }),
    })
    .filter(({ points }) => distance(points[0]!, points.at(-1)!) >= 0.05),
  confirmed: fc.record({ length: meters(0.05, 100) }, { requiredKeys: [] }),
  thickness: meters(0, 5),
  openings: fc.array(
    fc.record({
      id: fc.constant(""),
      kind: fc.constantFrom(...openingKinds),
      offset: meters(0, 100),
      width: meters(0.05, 100),
      height: meters(0.05, 100),
      sill: meters(0, 50),
      hinge: fc.constantFrom("start", "end"),
      swing: fc.constantFrom("in", "out"),
    }),
    { maxLength: 2 },
  ),
});

const height = fc.record({ height: meters(1, 50) }, { requiredKeys: [] });
const furniture = fc.record({
  kind: name,
  center: point,
  width: meters(0.01, 100),
  depth: meters(0.01, 100),
  height: meters(0.01, 100),
  elevation: meters(0, 50),
  angle: meters(-6, 6),
});
const raw = fc.record(
  { height: meters(1, 50), furniture: fc.array(furniture, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const room: fc.Arbitrary<Omit<Room, "id">> = fc.record({
  name,
  raw,
  confirmed: height,
  walls: fc.array(wall, { minLength: 3, maxLength: 5 }).map((walls) =>
    walls.map((each, index) => ({
      ...each,
      id: `w${index}`,
      openings: each.openings.map((opening, openingIndex) => ({
        ...opening,
        id: `o${index}-${openingIndex}`,
      })),
    })),
  ),
});

/** Plans that a file can hold. Their walls need not enclose rooms. */
export const arbitraryPlan: fc.Arbitrary<Plan> = fc.record({
  name,
  units: fc.constantFrom(...unitSystems),
  rooms: fc
    .array(room, { minLength: 1, maxLength: 2 })
    .map((rooms) => rooms.map((each, index) => ({ ...each, id: `r${index}` }))),
  joins: fc.constant([]),
});
