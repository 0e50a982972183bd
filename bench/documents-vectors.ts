// Vectors of the scenes that POV-Ray draws for bench/documents and bench/objects.

/** Lengths in millimeters. In scenes of documents, y points up from the desk; in others, z. */
export type Vector = readonly [number, number, number];

export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Writes a vector as POV-Ray reads it. */
export function toText([x, y, z]: Vector): string {
  return `<${x.toFixed(4)}, ${y.toFixed(4)}, ${z.toFixed(4)}>`;
}

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function normalize(a: Vector): Vector {
  return scale(a, 1 / Math.hypot(...a));
}
