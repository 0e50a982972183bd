/**
 * A solid that stands on the mat: its signed distance (negative inside) never exceeds the true one.
 * Lengths in millimeters.
 */
export type Solid = {
  distance: (x: number, y: number, z: number) => number;
  /** The upper limit of z. */
  height: number;
  /** Returns the coordinates of a point before the solid was turned, which its texture goes by. */
  before?: (x: number, y: number, z: number) => Vector;
};

/** The largest distance of a solid from the middle of the mat along x or y, in millimeters. */
export const reach = 80;

type Vector = readonly [x: number, y: number, z: number];

export const solidNames = ["bowl", "box", "cup", "figurine", "shoe"] as const;
export type SolidName = (typeof solidNames)[number];

export const solids: Record<SolidName, Solid> = {
  bowl: place(bowl, 55),
  box: place((x, y, z) => roundedBox(x, y, z - 22, [40, 27.5, 22], 3), 45),
  cup: place(cup, 90),
  figurine: place(figurine, 105),
  shoe: place(shoe, 65),
};

/** The length of a vector. `Math.hypot`, which minds overflow, is several times slower. */
const length = (x: number, y: number, z = 0) => Math.sqrt(x * x + y * y + z * z);

/** A bowl on a foot ring, with a hollow of 6 mm under it. It looks the same from all sides. */
function bowl(x: number, y: number, z: number): number {
  const radius = length(x, y);
  const body = Math.max(ellipsoid(x, y, z - 50, [46, 46, 44]), z - 50);
  const foot = cylinder(radius, z - 5, 25, 5, 1);
  const hollow = ellipsoid(x, y, z - 54, [40, 40, 34]);
  const under = cylinder(radius, z, 20, 6, 1);
  return Math.max(Math.min(body, foot), -hollow, -under);
}

/** A cup that is full to 10 mm below its rim, with a handle to reach through. */
function cup(x: number, y: number, z: number): number {
  const radius = length(x, y);
  const body = cylinder(radius, z - 42, 34, 42, 2);
  const hollow = cylinder(radius, z - 89, 30, 15, 1);
  const ring = length(x - 36, z - 44) - 20;
  const handle = length(ring, y) - 5.5;
  return Math.max(Math.min(body, handle), -hollow);
}

const torso: Capsule = { from: [0, 0, 12], to: [0, 0, 50], radius: 14 };
const leftArm: Capsule = { from: [4, 14, 50], to: [16, 30, 26], radius: 5.5 };
const rightArm: Capsule = { from: [2, -14, 50], to: [12, -28, 72], radius: 5.5 };
const noseTip: Capsule = { from: [14, 0, 79], to: [21, 0, 77], radius: 3 };

function figurine(x: number, y: number, z: number): number {
  const base = cylinder(length(x, y), z - 4, 28, 4, 1.5);
  const body = capsule(x, y, z, torso);
  const head = length(x - 2, y, z - 80) - 15;
  const left = capsule(x, y, z, leftArm);
  const right = capsule(x, y, z, rightArm);
  const nose = capsule(x, y, z, noseTip);
  const whole = blend(blend(body, head, 5), Math.min(left, right), 3);
  return Math.min(blend(whole, nose, 2), blend(base, body, 3));
}

function shoe(x: number, y: number, z: number): number {
  const width = 24 + 5 * Math.sin((x + 60) / 30);
  const sole = roundedBox(x, y, z - 6, [70, width, 6], 5) * 0.9;
  const toe = ellipsoid(x - 25, y, z - 12, [42, 25, 20]);
  const heel = ellipsoid(x + 42, y, z - 22, [27, 22, 36]);
  const opening = ellipsoid(x + 40, y, z - 62, [17, 13, 16]);
  return Math.max(blend(sole, blend(toe, heel, 14), 4), -opening);
}

function roundedBox(
  x: number,
  y: number,
  z: number,
  [halfX, halfY, halfZ]: Vector,
  radius: number,
): number {
  const dx = Math.abs(x) - halfX + radius;
  const dy = Math.abs(y) - halfY + radius;
  const dz = Math.abs(z) - halfZ + radius;
  const outside = length(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
  return outside + Math.min(Math.max(dx, dy, dz), 0) - radius;
}

function cylinder(radius: number, z: number, width: number, halfHeight: number, round: number) {
  const dx = radius - width + round;
  const dz = Math.abs(z) - halfHeight + round;
  return length(Math.max(dx, 0), Math.max(dz, 0)) + Math.min(Math.max(dx, dz), 0) - round;
}

type Capsule = { from: Vector; to: Vector; radius: number };

function capsule(x: number, y: number, z: number, { from: a, to: b, radius }: Capsule): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const along = (x - a[0]) * dx + (y - a[1]) * dy + (z - a[2]) * dz;
  const t = Math.min(1, Math.max(0, along / (dx * dx + dy * dy + dz * dz)));
  return length(x - a[0] - t * dx, y - a[1] - t * dy, z - a[2] - t * dz) - radius;
}

/** A lower bound of the distance: the implicit function times the smallest half axis. */
function ellipsoid(x: number, y: number, z: number, [a, b, c]: Vector): number {
  return (length(x / a, y / b, z / c) - 1) * Math.min(a, b, c);
}

/** The union with a fillet (polynomial smooth minimum of Inigo Quilez). */
function blend(a: number, b: number, size: number): number {
  const h = Math.max(size - Math.abs(a - b), 0) / size;
  return Math.min(a, b) - (h * h * size) / 4;
}

/** Cuts a solid at the mat, and turns it by 20° so that no side is parallel to an axis. */
function place(shape: Solid["distance"], height: number): Solid {
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  return {
    distance: (x, y, z) => Math.max(shape(x * cos + y * sin, y * cos - x * sin, z), -z),
    height,
  };
}

/** Returns a solid after a translation along x, in millimeters. */
export const moveSolid = ({ distance, height }: Solid, shift: number): Solid => ({
  distance: (x, y, z) => distance(x - shift, y, z),
  height,
});

/**
 * Returns the smallest box around a solid, to within 0.05 mm: that of the balls round its points
 * that fit into the solid.
 */
export function findBox({ distance, height }: Solid): { min: Vector; max: Vector } {
  const min: [number, number, number] = [Infinity, Infinity, 0];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let z = 0.5; z < height; z++) {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const d = distance(x, y, z);
        if (d >= 0) continue;
        min[0] = Math.min(min[0], x + d);
        min[1] = Math.min(min[1], y + d);
        max[0] = Math.max(max[0], x - d);
        max[1] = Math.max(max[1], y - d);
        max[2] = Math.max(max[2], z - d);
      }
    }
  }
  return { min, max };
}
