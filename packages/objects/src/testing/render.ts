import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Picture } from "../picture.ts";
import type { MatTone } from "./mat-picture.ts";
import { lamp, type MaterialName, materials, noise } from "./materials.ts";
import { normal, type Random } from "./random.ts";
import { reach, type Solid } from "./solids.ts";

type Scene = { solid: Solid; material: MaterialName; mat: MatTone };

export type Rendered = {
  picture: Picture;
  /** How much of each pixel the object covers, from 0 to 255, without blur and noise. */
  coverage: Uint8Array;
};

/**
 * Draws a scene as a camera at a pose sees it: an object on the mat on a desk, lit by a lamp with
 * soft shadows. The picture is blurred (standard deviation about 0.6 pixels) and noisy (`noise`
 * gray levels).
 */
export function render(
  scene: Scene,
  camera: Camera,
  pose: Pose,
  { random, noise: level = 3 }: { random: Random; noise?: number },
): Rendered {
  const { width, height } = camera;
  const rays = createViewRays({ camera, pose });
  const [ray, color] = [new Float64Array(3), new Float64Array(3)];
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
        if (distance < Infinity) shadeObject(scene, rays.eye, ray, distance, color);
        else shadeRest(scene, rays.eye, ray, color);
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

/** Returns the radius of the ball round the middle of a solid that holds all of it. */
const findRadius = ({ height }: Solid) => Math.sqrt(reach * reach + (height * height) / 4);

/** Returns how far along a ray the solid is; infinite if the ray misses it. */
function march(solid: Solid, eye: Vector, ray: Float64Array): number {
  const [x, y, z] = eye;
  const [dx, dy, dz] = [ray[0]!, ray[1]!, ray[2]!];
  const radius = findRadius(solid);
  const rise = solid.height / 2 - z;
  const along = rise * dz - x * dx - y * dy;
  const off = x * x + y * y + rise * rise - along * along;
  if (off > radius * radius) return Infinity;
  const half = Math.sqrt(radius * radius - off);
  let t = along - half;
  for (let step = 0; step < 160 && t < along + half; step++) {
    const d = solid.distance(x + t * dx, y + t * dy, z + t * dz);
    if (d < 0.01) return t;
    t += d;
  }
  return Infinity;
}

function shadeObject(
  { solid, material }: Scene,
  eye: Vector,
  ray: Float64Array,
  t: number,
  color: Float64Array,
): void {
  const x = eye[0] + t * ray[0]!;
  const y = eye[1] + t * ray[1]!;
  const z = eye[2] + t * ray[2]!;
  const slopeX = solid.distance(x + 0.05, y, z) - solid.distance(x - 0.05, y, z);
  const slopeY = solid.distance(x, y + 0.05, z) - solid.distance(x, y - 0.05, z);
  const slopeZ = solid.distance(x, y, z + 0.05) - solid.distance(x, y, z - 0.05);
  const size = Math.sqrt(slopeX * slopeX + slopeY * slopeY + slopeZ * slopeZ) || 1;
  const normal = [slopeX / size, slopeY / size, slopeZ / size] as const;
  const lit = findLit(solid, x + normal[0], y + normal[1], z + normal[2]);
  const toCamera = [-ray[0]!, -ray[1]!, -ray[2]!] as const;
  const at = solid.before?.(x, y, z) ?? ([x, y, z] as const);
  color.set(materials[material]({ at, normal, toCamera, lit }));
}

/** Writes the light of the mat, the desk round it, or a room with bright and dark things. */
function shadeRest({ solid, mat }: Scene, eye: Vector, ray: Float64Array, color: Float64Array) {
  const t = ray[2]! < 0 ? -eye[2] / ray[2]! : Infinity;
  const x = eye[0] + t * ray[0]!;
  const y = eye[1] + t * ray[1]!;
  if (t === Infinity || x * x + y * y > 900 * 900) {
    const tone = 0.15 + 0.6 * noise(ray[0]! * 100, ray[1]! * 100, ray[2]! * 100, 9, 8);
    color[0] = tone;
    color[1] = tone;
    color[2] = 0.9 * tone;
    return;
  }
  const light = 0.45 + 0.55 * findLit(solid, x, y, 0.3);
  const printed = mat(x, y);
  if (printed !== undefined) {
    color.fill(0.85 * (0.05 + 0.95 * printed) * light);
    return;
  }
  const grain = 0.25 + 0.25 * noise(x, y / 6, 0, 12, 5) + 0.1 * noise(x, y, 0, 5, 6);
  color[0] = grain * light;
  color[1] = 0.75 * grain * light;
  color[2] = 0.5 * grain * light;
}

/** Returns how much of the lamp a place sees, from 0 to 1, with a soft edge (Inigo Quilez). */
function findLit(solid: Solid, x: number, y: number, z: number): number {
  const { height } = solid;
  const [dx, dy, dz] = lamp;
  const rise = height / 2 - z;
  const towards = rise * dz - x * dx - y * dy;
  const off = x * x + y * y + rise * rise - towards * towards;
  const radius = findRadius(solid) + 8;
  if (off > radius * radius || towards < -radius) return 1;
  let lit = 1;
  for (let t = Math.max(0.5, towards - radius), step = 0; step < 60; step++) {
    const top = z + t * dz;
    if (top > height) break;
    const d = solid.distance(x + t * dx, y + t * dy, top);
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
