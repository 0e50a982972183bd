import type { Plan } from "../model/plan.ts";
import { makeOpening, makePlan, makeRoom } from "./make-plan.ts";

/**
 * Makes two rooms with an inner door between them. Their inner areas are 5.2 × 3.1 + 3.4 × 1.3 =
 * 20.54 m² and 2.6 × 3.1 = 8.06 m²; with walls of 36 cm on two sides and 15 cm between them the
 * flat is 8.67 m wide.
 */
export function makeFlat(units: Plan["units"]): Plan {
  const window = (id: string, offset: number, width: number) =>
    makeOpening(id, { kind: "window", offset, width, sill: 0.9, height: 1.3 });
  const living = makeRoom(
    [
      [0, 0],
      [5.2, 0],
      [5.2, 3.1],
      [3.4, 3.1],
      [3.4, 4.4],
      [0, 4.4],
    ],
    {
      id: "living",
      thickness: 0.15,
      raw: { height: 2.55 },
      walls: {
        0: { thickness: 0.36, openings: [window("south-1", 0.6, 1.2), window("south-2", 3, 1.6)] },
        1: { openings: [makeOpening("inner", { offset: 1.2, width: 0.86 })] },
        4: { openings: [makeOpening("front", { offset: 1.2, width: 1, hinge: "end" })] },
        5: { thickness: 0.36, openings: [window("west", 1.2, 1.8)] },
      },
    },
  );
  const kitchen = makeRoom(
    [
      [0, 0],
      [2.6, 0],
      [2.6, 3.1],
      [0, 3.1],
    ],
    {
      id: "kitchen",
      thickness: 0.15,
      raw: { height: 2.55 },
      walls: {
        0: { thickness: 0.36 },
        1: { thickness: 0.36, openings: [window("east", 1, 0.8)] },
        2: { openings: [makeOpening("hatch", { kind: "opening", offset: 0.9, width: 1 })] },
        3: { openings: [makeOpening("door", { offset: 1.04, width: 0.86 })] },
      },
    },
  );
  const join = {
    from: { room: "living", opening: "inner" },
    to: { room: "kitchen", opening: "door" },
  };
  const rooms = [
    { ...living, name: "Living room" },
    { ...kitchen, name: "Kitchen & <bath>" },
  ];
  return { ...makePlan(rooms, [join]), name: "Flat 4b", units };
}
