/** Light that leaves a surface, as red, green and blue: 1 is white paper in full light. */
type Color = [red: number, green: number, blue: number];

export const materialNames = ["textured", "white", "shiny"] as const;
export type MaterialName = (typeof materialNames)[number];

type Vector = readonly [x: number, y: number, z: number];

/**
 * A point on the surface, its normal, the direction to the camera, and the share of the lamp that
 * it sees.
 */
type SurfacePoint = { at: Vector; normal: Vector; toCamera: Vector; lit: number };

export const lamp: Vector = [0.43, 0.26, 0.864];
const ambient = 0.45;

/** Returns the light of the lamp and the sky on a surface; a level one in full light has 1. */
function findLight(normal: Vector, lit: number): number {
  const facing = normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2];
  const sky = ambient * (0.6 + 0.4 * normal[2]);
  return sky + ((1 - ambient) * Math.max(0, facing) * lit) / lamp[2];
}

export const materials: Record<MaterialName, (point: SurfacePoint) => Color> = {
  textured: ({ at, normal, lit }) => {
    const light = findLight(normal, lit);
    const [x, y, z] = at;
    const [coarse, fine] = [noise(x, y, z, 9, 1), noise(x, y, z, 2.6, 2)];
    const tone = 0.08 + 0.55 * coarse * coarse + 0.35 * (fine - 0.4);
    const hue = noise(x, y, z, 14, 3);
    return [
      clamp(light * tone * (0.7 + 0.6 * hue)),
      clamp(light * tone),
      clamp(light * tone * (1.3 - 0.6 * hue)),
    ];
  },
  white: ({ normal, lit }) => {
    const light = 0.86 * findLight(normal, lit);
    return [clamp(light), clamp(light * 0.99), clamp(light * 0.97)];
  },
  shiny: ({ normal, toCamera, lit }) => {
    const light = findLight(normal, lit);
    const facing = normal[0] * toCamera[0] + normal[1] * toCamera[1] + normal[2] * toCamera[2];
    // The mirrored direction.
    const x = 2 * facing * normal[0] - toCamera[0];
    const y = 2 * facing * normal[1] - toCamera[1];
    const z = 2 * facing * normal[2] - toCamera[2];
    const glare = Math.max(0, x * lamp[0] + y * lamp[1] + z * lamp[2]) ** 60 * lit;
    const window = z > 0.1 && Math.sin(Math.atan2(y, x) * 5) > 0.3 ? 0.7 : 0.1;
    const mirror = (0.06 + 0.5 * (1 - Math.max(0, facing)) ** 4) * window;
    return [
      clamp(0.12 * light + mirror + 1.5 * glare),
      clamp(0.2 * light + mirror + 1.5 * glare),
      clamp(0.35 * light + mirror + 1.5 * glare),
    ];
  },
};

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Value noise from 0 to 1 with cells of the given size. Pictures take most of their time here, so
 * the loop is plain.
 */
export function noise(x: number, y: number, z: number, size: number, seed: number): number {
  const u = x / size + 500;
  const v = y / size + 500;
  const w = z / size + 500;
  const i = Math.floor(u);
  const j = Math.floor(v);
  const k = Math.floor(w);
  const a = ease(u - i);
  const b = ease(v - j);
  const c = ease(w - k);
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const di = corner & 1;
    const dj = (corner >> 1) & 1;
    const dk = corner >> 2;
    const weight = (di ? a : 1 - a) * (dj ? b : 1 - b) * (dk ? c : 1 - c);
    sum += weight * hash(i + di, j + dj, k + dk, seed);
  }
  return sum;
}

const ease = (t: number) => t * t * (3 - 2 * t);

function hash(i: number, j: number, k: number, seed: number): number {
  let mixed = Math.imul(i, 0x27d4eb2d) ^ Math.imul(j, 0x165667b1) ^ Math.imul(k, 0x1b873593);
  mixed = Math.imul(mixed ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
