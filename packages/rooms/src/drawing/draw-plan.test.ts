import { describe, expect, it } from "vitest";
import type { Point } from "../geometry/point.ts";
import type { Plan } from "../model/plan.ts";
import { settlePlan } from "../settle-plan.ts";
import { makeFlat } from "../testing/make-flat.ts";
import { makeOpening, makePlan, makeRoom } from "../testing/make-plan.ts";
import { drawPlan } from "./draw-plan.ts";
import type { Drawing, Label } from "./drawing.ts";
import { measureText } from "./text-width.ts";

type Corners = readonly (readonly [number, number])[];

/** A bedroom with an alcove for its window and a chimney, as short walls next to each other. */
const alcove: Corners = [
  [0, 0],
  [4, 0],
  [4, 1.2],
  [4.45, 1.2],
  [4.45, 2.4],
  [4, 2.4],
  [4, 3.5],
  [2.6, 3.5],
  [2.6, 3.1],
  [1.4, 3.1],
  [1.4, 3.5],
  [0, 3.5],
];
const window = (id: string, offset: number, width: number) =>
  makeOpening(id, { kind: "window", offset, width, sill: 0.9, height: 1.2 });
const bedroom = makeRoom(alcove, {
  raw: {
    height: 2.5,
    furniture: [
      {
        kind: "bed",
        center: { x: 1, y: 1.2 },
        width: 1.4,
        depth: 2,
        height: 0.5,
        elevation: 0,
        angle: 0,
      },
    ],
  },
  walls: {
    0: { openings: [makeOpening("d", { offset: 2.9, width: 0.86, hinge: "end" })] },
    3: { openings: [window("w", 0.1, 1)] },
  },
});
const tiny: Corners = [
  [0, 0],
  [0.8, 0],
  [0.8, 0.6],
  [0, 0.6],
];
const forty: Corners = Array.from({ length: 40 }, (_, step) => {
  const angle = (step * Math.PI) / 20;
  return [5 * Math.cos(angle), 5 * Math.sin(angle)] as const;
});
const acute: Corners = [
  [0, 0],
  [6, 0],
  [1.5, 2.2],
];

const plans: Record<string, Plan> = {
  "a flat": makeFlat("metric"),
  "a flat in feet": makeFlat("imperial"),
  "an alcove and a chimney": makePlan([{ ...bedroom, name: "Bedroom with alcove and chimney" }]),
  "a very small room": makePlan([
    makeRoom(tiny, {
      id: "A small room with a long name, such as nobody would give it",
      thickness: 0.1,
      confirmed: { height: 2.5 },
      walls: { 0: { openings: [makeOpening("d", { offset: 0.1, width: 0.6 })] } },
    }),
  ]),
  "forty walls": makePlan([makeRoom(forty)]),
  "acute angles": makePlan([
    makeRoom(acute, {
      walls: {
        0: { openings: [makeOpening("d", { offset: 2 })] },
        1: { openings: [window("w", 1.5, 1.2)] },
      },
    }),
  ]),
};

function draw(plan: Plan): Drawing {
  const result = settlePlan(plan);
  if (!result.ok) throw new Error(result.problem.kind);
  return drawPlan(result.settled);
}

function listLabels({ shapes }: Drawing): Label[] {
  return shapes.flatMap((shape) => {
    if (shape.kind === "text") return [shape];
    return shape.kind === "dimension" ? [shape.text] : [];
  });
}

/** Returns points all over the letters of a label, a quarter of their height apart. */
function samplePoints({ middle, height, angle, text }: Label): Point[] {
  const [halfWidth, halfHeight] = [(measureText(text) * height * 1.3) / 2, height / 2];
  const steps = (half: number) => {
    const count = Math.ceil((2 * half) / (height * 0.25));
    return Array.from({ length: count + 1 }, (_, step) => -half + (2 * half * step) / count);
  };
  return steps(halfWidth).flatMap((x) =>
    steps(halfHeight).map((y) => ({
      x: middle.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: middle.y + x * Math.sin(angle) + y * Math.cos(angle),
    })),
  );
}

/** Tells whether a point lies on the letters of a label. */
function isOn({ middle, height, angle, text }: Label, point: Point): boolean {
  const [x, y] = [point.x - middle.x, point.y - middle.y];
  const along = Math.abs(x * Math.cos(angle) + y * Math.sin(angle));
  const across = Math.abs(-x * Math.sin(angle) + y * Math.cos(angle));
  return along < (measureText(text) * height * 1.3) / 2 && across < height / 2;
}

/** Returns points along all lines of a drawing but extension lines, two centimeters apart. */
function sampleLines({ shapes }: Drawing): Point[] {
  const segments = shapes.flatMap((shape) => {
    if (shape.kind === "line") return [shape];
    return shape.kind === "dimension" ? [shape.line] : [];
  });
  const straight = segments.flatMap(({ from, to }) => {
    const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.02);
    return Array.from({ length: count + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / count,
      y: from.y + ((to.y - from.y) * step) / count,
    }));
  });
  const round = shapes.flatMap((shape) => {
    if (shape.kind !== "arc") return [];
    const sweep = (shape.end - shape.start + 2 * Math.PI) % (2 * Math.PI);
    return Array.from({ length: 100 }, (_, step) => {
      const angle = shape.start + (sweep * step) / 99;
      return {
        x: shape.center.x + shape.radius * Math.cos(angle),
        y: shape.center.y + shape.radius * Math.sin(angle),
      };
    });
  });
  return [...straight, ...round];
}

describe.each(Object.entries(plans))("the drawing of %s", (_, plan) => {
  const drawing = draw(plan);
  const labels = listLabels(drawing);

  it("has no label over another", () => {
    const overlaps = labels.flatMap((label, index) => {
      const points = samplePoints(label);
      return labels
        .slice(index + 1)
        .filter((other) => points.some((point) => isOn(other, point)))
        .map((other) => `${label.text} over ${other.text}`);
    });
    expect(overlaps).toEqual([]);
  });

  it("has no label over a line", () => {
    const points = sampleLines(drawing);
    const covered = labels.filter((label) => points.some((point) => isOn(label, point)));
    expect(covered.map(({ text }) => text)).toEqual([]);
  });

  it("fits on its sheet", () => {
    const { width, height, ratio, middle, footer } = drawing.sheet;
    for (const { x, y } of labels.flatMap(samplePoints)) {
      expect(Math.abs(x - middle.x) * 1000).toBeLessThan((width / 2) * ratio);
      expect(Math.abs(y - middle.y) * 1000).toBeLessThan(((height - footer) / 2) * ratio);
    }
  });
});

it("draws furniture with its kind, where it stands", () => {
  const { shapes } = draw(plans["an alcove and a chimney"]!);
  const furniture = shapes.filter(({ layer }) => layer === "furniture");
  const xs = furniture.flatMap((shape) => (shape.kind === "line" ? [shape.from.x] : []));
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(1.4, 6);
  expect(furniture).toContainEqual(expect.objectContaining({ kind: "text", text: "bed" }));
});
