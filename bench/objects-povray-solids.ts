// Solids of the scenes of bench/objects --povray as data: unions of simple parts, less hollows. The
// same data gives the text for POV-Ray, what is inside, and the exact smallest upright box.
import { dot, normalize, scale, subtract, toText, type Vector } from "./documents-vectors.ts";

/** A convex part, or a torus. Lengths in millimeters, z points up. */
export type Part =
  | { kind: "box"; min: Vector; max: Vector; radius: number }
  | { kind: "cone"; from: Vector; to: Vector; radii: readonly [from: number, to: number] }
  | { kind: "ellipsoid"; center: Vector; radii: Vector }
  | { kind: "torus"; center: Vector; axis: "y" | "z"; major: number; minor: number }
  | { kind: "capsule"; from: Vector; to: Vector; radius: number };

/**
 * The union of `parts`, less `hollows`, between the mat (z = 0) and `top`. No hollow reaches a
 * place where the union is widest or highest, so the box of the parts is that of the solid.
 */
export type Solid = { parts: readonly Part[]; hollows?: readonly Part[]; top?: number };

/** A solid on the mat: turned about the vertical by `yaw` (radians), then moved to (x, y). */
export type Placed = { solid: Solid; yaw: number; x: number; y: number };

/** The smallest upright box, by the area of its base; `length` is the longer side of that. */
export type Box = { length: number; width: number; height: number };

const axes = { y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Returns how far a part reaches in a direction: the maximum of the product with its points. */
export function support(part: Part, direction: Vector): number {
  const size = Math.hypot(...direction);
  const across = (axis: Vector) => Math.sqrt(Math.max(0, size ** 2 - dot(axis, direction) ** 2));
  switch (part.kind) {
    case "box": {
      const { min, max, radius } = part;
      return direction.reduce(
        (sum, value, at) =>
          sum + Math.max(value * (min[at]! + radius), value * (max[at]! - radius)),
        radius * size,
      );
    }
    case "cone": {
      const wide = across(normalize(subtract(part.to, part.from)));
      return Math.max(
        dot(part.from, direction) + part.radii[0] * wide,
        dot(part.to, direction) + part.radii[1] * wide,
      );
    }
    case "ellipsoid":
      return (
        dot(part.center, direction) +
        Math.hypot(...direction.map((value, at) => value * part.radii[at]!))
      );
    case "torus":
      return dot(part.center, direction) + part.major * across(axes[part.axis]) + part.minor * size;
    case "capsule":
      return Math.max(dot(part.from, direction), dot(part.to, direction)) + part.radius * size;
  }
}

/** Returns the smallest upright box round a solid to 0.01 mm, whatever its place and yaw. */
export function findBox({ parts, top = Infinity }: Solid): Box {
  const reach = (x: number, y: number, z: number) =>
    Math.max(...parts.map((part) => support(part, [x, y, z])));
  const width = (yaw: number) => {
    const [x, y] = [Math.cos(yaw), Math.sin(yaw)];
    return reach(x, y, 0) + reach(-x, -y, 0);
  };
  const area = (yaw: number) => width(yaw) * width(yaw + Math.PI / 2);
  const step = Math.PI / 3600;
  let yaw = 0;
  for (let at = 0; at < Math.PI / 2; at += step) if (area(at) < area(yaw)) yaw = at;
  for (let span = step; span > 1e-7; span /= 2) {
    if (area(yaw - span) < area(yaw)) yaw -= span;
    else if (area(yaw + span) < area(yaw)) yaw += span;
  }
  const sides = [width(yaw), width(yaw + Math.PI / 2)];
  return {
    length: Math.max(...sides),
    width: Math.min(...sides),
    height: Math.min(top, reach(0, 0, 1)),
  };
}

/** Returns the box round a placed solid whose sides are parallel to the axes of the mat. */
export function findExtent({ solid, yaw, x, y }: Placed): { min: Vector; max: Vector } {
  const { parts, top = Infinity } = solid;
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const reach = (u: number, v: number, w: number) =>
    Math.max(...parts.map((part) => support(part, [u * cos + v * sin, v * cos - u * sin, w])));
  return {
    min: [x - reach(-1, 0, 0), y - reach(0, -1, 0), 0],
    max: [x + reach(1, 0, 0), y + reach(0, 1, 0), Math.min(top, reach(0, 0, 1))],
  };
}

/** Tells whether a point in millimeters from the middle of the mat is in a placed solid. */
export function contains({ solid, yaw, ...place }: Placed, x: number, y: number, z: number) {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const [dx, dy] = [x - place.x, y - place.y];
  return holds(solid, [dx * cos + dy * sin, dy * cos - dx * sin, z]);
}

function holds({ parts, hollows = [], top = Infinity }: Solid, point: Vector): boolean {
  if (point[2] < 0 || point[2] > top) return false;
  return parts.some((part) => isIn(part, point)) && !hollows.some((hollow) => isIn(hollow, point));
}

function isIn(part: Part, point: Vector): boolean {
  switch (part.kind) {
    case "box": {
      const { min, max, radius } = part;
      const beyond = point.map((value, at) =>
        Math.max(min[at]! + radius - value, value - max[at]! + radius, 0),
      );
      return Math.hypot(...beyond) <= radius;
    }
    case "cone": {
      const { along, across } = findPlace(part.from, part.to, point);
      const [from, to] = part.radii;
      return along >= 0 && along <= 1 && across <= from + (to - from) * along;
    }
    case "ellipsoid":
      return (
        Math.hypot(...subtract(point, part.center).map((value, at) => value / part.radii[at]!)) <= 1
      );
    case "torus": {
      const [x, y, z] = subtract(point, part.center);
      const [u, v] = part.axis === "z" ? [y, z] : [z, y];
      return Math.hypot(Math.hypot(x, u) - part.major, v) <= part.minor;
    }
    case "capsule": {
      const { along, across, length } = findPlace(part.from, part.to, point);
      const beyond = Math.max(0, -along, along - 1) * length;
      return Math.hypot(across, beyond) <= part.radius;
    }
  }
}

/** Returns where a point is beside a line: `along` is 0 at its start and 1 at its end. */
function findPlace(from: Vector, to: Vector, point: Vector) {
  const way = subtract(to, from);
  const length = Math.hypot(...way);
  const along = dot(subtract(point, from), way) / length ** 2;
  const across = Math.hypot(...subtract(subtract(point, from), scale(way, along)));
  return { along, across, length };
}

/** Returns a solid whose lengths are multiplied by `by`. */
export function scaleSolid({ parts, hollows = [], top }: Solid, by: number): Solid {
  const grow = (part: Part) => scalePart(part, by);
  const scaled: Solid = { parts: parts.map(grow), hollows: hollows.map(grow) };
  return top === undefined ? scaled : { ...scaled, top: top * by };
}

function scalePart(part: Part, by: number): Part {
  switch (part.kind) {
    case "box":
      return {
        kind: "box",
        min: scale(part.min, by),
        max: scale(part.max, by),
        radius: part.radius * by,
      };
    case "cone": {
      const [from, to] = part.radii;
      return {
        kind: "cone",
        from: scale(part.from, by),
        to: scale(part.to, by),
        radii: [from * by, to * by],
      };
    }
    case "ellipsoid":
      return { kind: "ellipsoid", center: scale(part.center, by), radii: scale(part.radii, by) };
    case "torus":
      return {
        ...part,
        center: scale(part.center, by),
        major: part.major * by,
        minor: part.minor * by,
      };
    case "capsule":
      return {
        kind: "capsule",
        from: scale(part.from, by),
        to: scale(part.to, by),
        radius: part.radius * by,
      };
  }
}

/** Returns a placed solid as text for POV-Ray; `look` is its texture, in its own coordinates. */
export function composeSolid({ solid, yaw, x, y }: Placed, look: string): string {
  const { parts, hollows = [], top } = solid;
  const whole = `union { ${parts.map(composePart).join("\n")} }`;
  const above = top === undefined ? [] : [`box { <-500, -500, ${top}> <500, 500, 1000> }`];
  const less = hollows.map(composePart).concat(above);
  const body = less.length > 0 ? `difference { ${whole}\n${less.join("\n")}` : `object { ${whole}`;
  const turn = ((yaw * 180) / Math.PI).toFixed(5);
  return `${body}\n${look} rotate z*${turn} translate ${toText([x, y, 0])} }`;
}

function composePart(part: Part): string {
  switch (part.kind) {
    case "box":
      return part.radius === 0
        ? `box { ${toText(part.min)} ${toText(part.max)} }`
        : composeRoundBox(part.min, part.max, part.radius);
    case "cone": {
      const [from, to] = part.radii;
      return `cone { ${toText(part.from)} ${from} ${toText(part.to)} ${to} }`;
    }
    case "ellipsoid":
      return `sphere { 0 1 scale ${toText(part.radii)} translate ${toText(part.center)} }`;
    case "torus": {
      const turn = part.axis === "z" ? "rotate x*90" : "";
      return `torus { ${part.major} ${part.minor} ${turn} translate ${toText(part.center)} }`;
    }
    case "capsule": {
      const [from, to] = [toText(part.from), toText(part.to)];
      const { radius } = part;
      return `sphere { ${from} ${radius} } cylinder { ${from} ${to} ${radius} } sphere { ${to} ${radius} }`;
    }
  }
}

/** Composes a box with round edges of three boxes, twelve cylinders and eight spheres. */
function composeRoundBox(min: Vector, max: Vector, radius: number): string {
  const inner = [0, 1, 2].map((at) => [min[at]! + radius, max[at]! - radius] as const);
  const pick = (x: number, y: number, z: number): Vector => [
    inner[0]![x]!,
    inner[1]![y]!,
    inner[2]![z]!,
  ];
  const ends = [0, 1] as const;
  const pairs = ends.flatMap((a) => ends.map((b) => [a, b] as const));
  const boxes = [0, 1, 2].map((axis) => {
    const grown = (corner: Vector, by: number) =>
      toText(
        corner.map((value, at) => (at === axis ? value + by : value)) as [number, number, number],
      );
    return `box { ${grown(pick(0, 0, 0), -radius)} ${grown(pick(1, 1, 1), radius)} }`;
  });
  const rods = pairs.flatMap(([a, b]) => [
    [pick(0, a, b), pick(1, a, b)] as const,
    [pick(a, 0, b), pick(a, 1, b)] as const,
    [pick(a, b, 0), pick(a, b, 1)] as const,
  ]);
  const balls = pairs.flatMap(([a, b]) => [pick(a, b, 0), pick(a, b, 1)]);
  return [
    ...boxes,
    ...rods.map(([from, to]) => `cylinder { ${toText(from)} ${toText(to)} ${radius} }`),
    ...balls.map((ball) => `sphere { ${toText(ball)} ${radius} }`),
  ].join("\n");
}
