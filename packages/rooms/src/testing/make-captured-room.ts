/**
 * An upright rectangle of an invented room: its middle and size in meters, and its angle to the x
 * axis in radians.
 */
type Upright = { middle: [number, number, number]; size: [number, number]; angle: number };

/**
 * Returns a surface as RoomPlan writes it: its size with a thickness of zero, and the columns of
 * the matrix that rotates it around the y axis and moves it to its middle.
 */
function makeSurface({ middle, size, angle }: Upright, category: string): object {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const columns = [
    [cosine, 0, -sine, 0],
    [0, 1, 0, 0],
    [sine, 0, cosine, 0],
    [...middle, 1],
  ];
  return {
    identifier: "00000000-0000-0000-0000-000000000000",
    category: { [category]: category === "door" ? { isOpen: false } : {} },
    confidence: { high: {} },
    dimensions: [...size, 0],
    transform: columns.flat(),
    completedEdges: [],
    polygonCorners: [],
    curve: null,
    parentIdentifier: null,
    story: 0,
  };
}

/** Returns an object as RoomPlan writes it: a box with its width, height and depth. */
function makeObject(
  category: string,
  { size: [width, height, depth], ...place }: Omit<Upright, "size"> & { size: number[] },
): object {
  const surface = makeSurface({ ...place, size: [width!, height!] }, category);
  return { ...surface, dimensions: [width, height, depth] };
}

/**
 * Returns the JSON of a room of 4 × 3 m and 2.4 m height, with the floor 1.3 m below the position
 * at which the phone started. The wall at z = 0 has a door of 0.9 × 2 m, 0.5 m from x = 0, and the
 * one at z = 3 m a window with its sill at 1 m and a passage of 1 × 2.1 m. A sofa of 2 × 0.9 m
 * stands with its middle at x = 1.5 m and z = 2.4 m, and a washer of 0.6 × 0.55 m turned by a
 * quarter at x = 3.6 m and z = 1 m.
 */
export function makeCapturedRoom(): string {
  const quarter = Math.PI / 2;
  const floor = -1.3;
  const wall = (x: number, z: number, width: number, angle: number): Upright => ({
    middle: [x, floor + 1.2, z],
    size: [width, 2.4],
    angle,
  });
  return JSON.stringify({
    version: 2,
    identifier: "00000000-0000-0000-0000-000000000000",
    story: 0,
    walls: [
      wall(2, 0, 4, 0),
      wall(0, 1.5, 3, quarter),
      wall(2, 3, 4, 0),
      wall(4, 1.5, 3, quarter),
    ].map((each) => makeSurface(each, "wall")),
    doors: [makeSurface({ middle: [0.95, floor + 1, 0], size: [0.9, 2], angle: 0 }, "door")],
    windows: [makeSurface({ middle: [1, floor + 1.5, 3], size: [1.2, 1], angle: 0 }, "window")],
    openings: [makeSurface({ middle: [3, floor + 1.05, 3], size: [1, 2.1], angle: 0 }, "opening")],
    floors: [],
    objects: [
      makeObject("sofa", { middle: [1.5, floor + 0.4, 2.4], size: [2, 0.8, 0.9], angle: 0 }),
      makeObject("washerDryer", {
        middle: [3.6, floor + 0.45, 1],
        size: [0.6, 0.9, 0.55],
        angle: quarter,
      }),
    ],
    sections: [],
  });
}
