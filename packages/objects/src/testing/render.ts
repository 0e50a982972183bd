import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Picture } from "../picture.ts";
import type { MatTone } from "./mat-picture.ts";
import { type Color, lamp, type MaterialName, materials, noise } from "./materials.ts";
import { normal, type Random } from "./random.ts";
import { reach, type Solid } from "./solids.ts";

export type Scene = { solid: Solid; material: MaterialName; mat: MatTone };

export type Rendered = {
  picture: Picture;
  /** How much of each pixel the object covers, from 0 to 255, without blur and noise. */
  coverage: Uint8Array;
};

/**
 * Draws a scene as a camera at a pose sees it: an object on the mat on a desk, lit by a lamp with soft shadows. The picture
 * is blurred (standard deviation about 0.6 pixels) and noisy (`noise` gray levels).
 */
export function render(
  scene: Scene,
  camera: Camera,
  pose: Pose,
  { random, noise: level = 3 }: { random: Random; noise?: number },
): Rendered {
  const { width, height } = camera;
  const rays = createViewRays({ camera, pose });
  const ray = new Float64Array(3);
  const light = new Float32Array(width * height * 3);
  const coverage = new Uint8Array(width * height);
  const hits = new Float32Array((width + 1) * (height + 1));
  for (let row = 0; row <= height; row++) {
    for (let column = 0; column <= width; column++) {
      rays.castRay(column - 0.5, row - 0.5, ray);
      hits[row * (width + 1) + column] = march(scene.solid, rays.eye, ray);
    }
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * (width + 1) + column;
      const count = countHits(hits, at) + countHits(hits, at + width + 1);
      const samples = count === 4 ? 1 : count === 0 ? 2 : 4;
      let covered = 0;
      const pixel = row * width + column;
      for (let sample = 0; sample < samples * samples; sample++) {
        const dx = ((sample % samples) + 0.5) / samples - 0.5;
        const dy = (Math.floor(sample / samples) + 0.5) / samples - 0.5;
        rays.castRay(column + dx, row + dy, ray);
        const distance = count === 0 ? Infinity : march(scene.solid, rays.eye, ray);
        if (distance < Infinity) covered++;
        const color =
          distance < Infinity
            ? shadeObject(scene, rays.eye, ray, distance)
            : shadeRest(scene, rays.eye, ray);
        for (let channel = 0; channel < 3; channel++) {
          light[3 * pixel + channel]! += color[channel]! / (samples * samples);
        }
      }
      coverage[pixel] = Math.round((255 * covered) / (samples * samples));
    }
  }
  return { picture: expose(light, width, height, random, level), coverage };
}

const countHits = (hits: Float32Array, at: number) =>
  Number(hits[at]! < Infinity) + Number(hits[at + 1]! < Infinity);

type Vector = readonly [x: number, y: number, z: number];

/** Returns how far along a ray the solid is; infinite if the ray misses it. */
function march({ distance, height }: Solid, eye: Vector, ray: Float64Array): number {
  const direction = [ray[0]!, ray[1]!, ray[2]!] as const;
  const [dx, dy, dz] = direction;
  const radius = Math.hypot(reach, height / 2);
  const [along, off] = meetBall(height, eye, direction);
  if (off > radius ** 2) return Infinity;
  const half = Math.sqrt(radius ** 2 - off);
  let t = along - half;
  for (let step = 0; step < 160 && t < along + half; step++) {
    const d = distance(eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz);
    if (d < 0.01) return t;
    t += d;
  }
  return Infinity;
}

/** Returns how far along a ray it comes closest to the middle of the object, and the square of the distance there. */
function meetBall(height: number, from: Vector, [dx, dy, dz]: Vector): [number, number] {
  const [x, y, z] = [-from[0], -from[1], height / 2 - from[2]];
  const along = x * dx + y * dy + z * dz;
  return [along, x * x + y * y + z * z - along * along];
}

function shadeObject({ solid, material }: Scene, eye: Vector, ray: Float64Array, t: number): Color {
  const at = [0, 1, 2].map((axis) => eye[axis]! + t * ray[axis]!) as [number, number, number];
  const slope = (axis: 0 | 1 | 2) => {
    const [ahead, behind] = [[...at], [...at]] as [typeof at, typeof at];
    ahead[axis] += 0.05;
    behind[axis] -= 0.05;
    return solid.distance(...ahead) - solid.distance(...behind);
  };
  const slopes = [slope(0), slope(1), slope(2)] as const;
  const size = Math.hypot(...slopes) || 1;
  const normal: Vector = [slopes[0] / size, slopes[1] / size, slopes[2] / size];
  const lifted: Vector = [at[0] + normal[0], at[1] + normal[1], at[2] + normal[2]];
  const toCamera: Vector = [-ray[0]!, -ray[1]!, -ray[2]!];
  const drawn = solid.before?.(...at) ?? at;
  return materials[material]({ at: drawn, normal, toCamera, lit: findLit(solid, lifted) });
}

/** The mat, the desk round it, and a room with bright and dark things. */
function shadeRest({ solid, mat }: Scene, eye: Vector, ray: Float64Array): Color {
  const t = ray[2]! < 0 ? -eye[2] / ray[2]! : Infinity;
  const [x, y] = [eye[0] + t * ray[0]!, eye[1] + t * ray[1]!];
  if (t === Infinity || Math.hypot(x, y) > 900) {
    const tone = 0.15 + 0.6 * noise([ray[0]! * 100, ray[1]! * 100, ray[2]! * 100], 9, 8);
    return [tone, tone, 0.9 * tone];
  }
  const light = 0.45 + 0.55 * findLit(solid, [x, y, 0.3]);
  const printed = mat(x, y);
  if (printed !== undefined) {
    const tone = 0.85 * (0.05 + 0.95 * printed) * light;
    return [tone, tone, tone];
  }
  const grain = 0.25 + 0.25 * noise([x, y / 6, 0], 12, 5) + 0.1 * noise([x, y, 0], 5, 6);
  return [grain * light, 0.75 * grain * light, 0.5 * grain * light];
}

/** Returns how much of the lamp a place sees, from 0 to 1, with the soft edge of a lamp that has a size (Inigo Quilez). */
function findLit({ distance, height }: Solid, from: Vector): number {
  const [towards, off] = meetBall(height, from, lamp);
  const radius = Math.hypot(reach, height / 2) + 8;
  if (off > radius ** 2 || towards < -radius) return 1;
  let lit = 1;
  for (let t = Math.max(0.5, towards - radius), step = 0; step < 60; step++) {
    const z = from[2] + t * lamp[2];
    if (z > height) break;
    const d = distance(from[0] + t * lamp[0], from[1] + t * lamp[1], z);
    if (d < 0.01) return 0;
    lit = Math.min(lit, (10 * d) / t);
    t += d;
  }
  return lit;
}

/** Blurs light, encodes it as sRGB does, and adds noise. */
function expose(light: Float32Array, width: number, height: number, random: Random, level: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  const weights = [0.18, 0.64, 0.18];
  const rows = new Float32Array(light.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let k = -1; k <= 1; k++) {
          const other = Math.min(width - 1, Math.max(0, column + k));
          sum += weights[k + 1]! * light[3 * (row * width + other) + channel]!;
        }
        rows[3 * (row * width + column) + channel] = sum;
      }
    }
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let k = -1; k <= 1; k++) {
          const other = Math.min(height - 1, Math.max(0, row + k));
          sum += weights[k + 1]! * rows[3 * (other * width + column) + channel]!;
        }
        const encoded = 255 * Math.max(0, sum) ** (1 / 2.2);
        data[4 * (row * width + column) + channel] = encoded + level * normal(random);
      }
      data[4 * (row * width + column) + 3] = 255;
    }
  }
  return { width, height, data };
}
