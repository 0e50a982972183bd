import type { Camera, Pose } from "../camera/camera.ts";
import { createRandom } from "./random.ts";

/**
 * Returns a camera with the distortion of a phone, and poses in rings round an object of about 100
 * mm. They take turns among the elevations (degrees), within 4°.
 */
export function walkRound({
  count = 36,
  width = 1280,
  height = 960,
  seed = 1,
  elevations = [24, 44, 66],
}: {
  count?: number;
  width?: number;
  height?: number;
  seed?: number;
  elevations?: readonly number[];
}): { camera: Camera; poses: Pose[] } {
  const random = createRandom(seed);
  const camera: Camera = {
    width,
    height,
    focal: width * 0.88,
    center: [width * 0.503, height * 0.496],
    distortion: [0.06, -0.09],
  };
  const poses = Array.from({ length: count }, (_, index) => {
    const azimuth = ((index + random() * 0.6) / count) * 6 * Math.PI;
    const ring = elevations[index % elevations.length] ?? Number.NaN;
    const elevation = ((ring + (random() - 0.5) * 8) * Math.PI) / 180;
    const distance = 380 + random() * 60;
    const eye = [
      distance * Math.cos(elevation) * Math.cos(azimuth),
      distance * Math.cos(elevation) * Math.sin(azimuth),
      distance * Math.sin(elevation) + 20,
    ] as const;
    const target = [(random() - 0.5) * 20, (random() - 0.5) * 20, 30 + random() * 10] as const;
    return lookAt(eye, target);
  });
  return { camera, poses };
}

type Vector = readonly [x: number, y: number, z: number];

function lookAt(eye: Vector, target: Vector): Pose {
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const right = unit([forward[1], -forward[0], 0]);
  const down = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ] as const;
  const translate = (row: Vector) => -(row[0] * eye[0] + row[1] * eye[1] + row[2] * eye[2]);
  return {
    rotation: Float64Array.of(...right, ...down, ...forward),
    translation: [translate(right), translate(down), translate(forward)],
  };
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
