import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Picture } from "../picture.ts";
import type { MatTone } from "./mat-picture.ts";
import { lamp, type MaterialName, materials, noise } from "./materials.ts";
import { normal, type Random } from "./random.ts";
import { reach, type Solid } from "./solids.ts";

type Scene = { solid: Solid; material: MaterialName; mat: MatTone };

export type Rendered = {
  picture: Picture;
  /** The share of each pixel that the object covers, from 0 to 255, without blur and noise. */
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
  const castRay = createCaster(rays);
  const color = new Float64Array(3);
  const light = new Float32Array(width * height * 3);
  const coverage = new Uint8Array(width * height);
  const hits = findHits(scene.solid, castRay, width, height);
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
        const ray = castRay(column + dx, row + dy);
        const distance = count === 0 ? Infinity : march(scene.solid, ray);
        if (distance < Infinity) covered++;
        if (distance < Infinity) shadeObject(scene, ray, distance, color);
        else shadeGround(scene, ray, color);
        for (let channel = 0; channel < 3; channel++) {
          light[3 * pixel + channel]! += color[channel]! / (samples * samples);
        }
      }
      coverage[pixel] = Math.round((255 * covered) / (samples * samples));
    }
  }
  return { picture: expose(light, width, height, random, level), coverage };
}

type Vector = readonly [x: number, y: number, z: number];

/** A viewing ray: the camera center, and a unit vector. */
type Ray = { eye: Vector; direction: Vector };
type CastRay = (column: number, row: number) => Ray;

function createCaster(rays: ViewRays): CastRay {
  const out = new Float64Array(3);
  return (column, row) => {
    rays.castRay(column, row, out);
    return { eye: rays.cameraCenter, direction: [out[0]!, out[1]!, out[2]!] };
  };
}

/** Returns the distances of a solid along the rays through all corners of pixels. */
function findHits(solid: Solid, castRay: CastRay, width: number, height: number): Float32Array {
  const hits = new Float32Array((width + 1) * (height + 1));
  for (let row = 0; row <= height; row++) {
    for (let column = 0; column <= width; column++) {
      hits[row * (width + 1) + column] = march(solid, castRay(column - 0.5, row - 0.5));
    }
  }
  return hits;
}

/** Counts a corner and the one to its right. */
const countHits = (hits: Float32Array, at: number) =>
  Number(hits[at]! < Infinity) + Number(hits[at + 1]! < Infinity);

/** Returns the radius of the ball round the middle of a solid that holds all of it. */
const findRadius = ({ height }: Solid) => Math.sqrt(reach * reach + (height * height) / 4);

/** Returns the distance of a solid along a ray (sphere tracing); infinite if the ray misses it. */
function march(solid: Solid, { eye: [x, y, z], direction: [dx, dy, dz] }: Ray): number {
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
  { eye, direction }: Ray,
  distance: number,
  color: Float64Array,
): void {
  const x = eye[0] + distance * direction[0];
  const y = eye[1] + distance * direction[1];
  const z = eye[2] + distance * direction[2];
  const gradientX = solid.distance(x + 0.05, y, z) - solid.distance(x - 0.05, y, z);
  const gradientY = solid.distance(x, y + 0.05, z) - solid.distance(x, y - 0.05, z);
  const gradientZ = solid.distance(x, y, z + 0.05) - solid.distance(x, y, z - 0.05);
  const length =
    Math.sqrt(gradientX * gradientX + gradientY * gradientY + gradientZ * gradientZ) || 1;
  const normal = [gradientX / length, gradientY / length, gradientZ / length] as const;
  const lit = findLit(solid, x + normal[0], y + normal[1], z + normal[2]);
  const toCamera = [-direction[0], -direction[1], -direction[2]] as const;
  const at = solid.before?.(x, y, z) ?? ([x, y, z] as const);
  color.set(materials[material]({ at, normal, toCamera, lit }));
}

/** Writes the light of the mat, the desk round it, or a room with bright and dark things. */
function shadeGround({ solid, mat }: Scene, { eye, direction }: Ray, color: Float64Array): void {
  const [dx, dy, dz] = direction;
  const distance = dz < 0 ? -eye[2] / dz : Infinity;
  const x = eye[0] + distance * dx;
  const y = eye[1] + distance * dy;
  if (distance === Infinity || x * x + y * y > 900 * 900) {
    const tone = 0.15 + 0.6 * noise(dx * 100, dy * 100, dz * 100, 9, 8);
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

/** Returns the share of the lamp that a point sees, with a soft edge (Inigo Quilez). */
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
  const rows = new Float32Array(light.length);
  for (let at = 0; at < light.length; at++) {
    const column = Math.floor(at / 3) % width;
    rows[at] = blur(light, column > 0 ? at - 3 : at, at, column < width - 1 ? at + 3 : at);
  }
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const at = 3 * pixel + channel;
      const above = pixel >= width ? at - 3 * width : at;
      const below = pixel < width * (height - 1) ? at + 3 * width : at;
      const encoded = 255 * Math.max(0, blur(rows, above, at, below)) ** (1 / 2.2);
      data[4 * pixel + channel] = encoded + level * normal(random);
    }
    data[4 * pixel + 3] = 255;
  }
  return { width, height, data };
}

/** Returns the weighted mean of a value and its neighbors on both sides. */
const blur = (light: Float32Array, before: number, at: number, after: number) =>
  0.18 * light[before]! + 0.64 * light[at]! + 0.18 * light[after]!;
