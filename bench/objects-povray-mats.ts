// The printed mat in the scenes of bench/objects --povray: flat, or with curled ends.
import { createMat } from "../packages/objects/src/mat/mat.ts";
import { toText, type Vector } from "./documents-vectors.ts";

export type Lay = "flat" | "curled";

/** How far the short ends of a curled mat are lifted, and over which length, in millimeters. */
const curl = { lift: 5, length: 60 } as const;

const look =
  'pigment { image_map { png "mat.png" interpolate 2 } } finish { diffuse 0.87 specular 0.02 roughness 0.1 }';

/** Returns a mat of paper, 0.1 mm thick, whose print lies at z = 0, as text for POV-Ray. */
export function composeMat(lay: Lay): string {
  const { width, height } = createMat("a4");
  if (lay === "curled") return composeCurled(width, height);
  return `box { <0, 0, -0.1> <1, 1, 0> ${look} translate <-0.5, -0.5, 0> scale <${width}, ${height}, 1> }`;
}

/** Composes a mesh that bends upwards along a parabola at both ends. */
function composeCurled(width: number, height: number): string {
  const steps = 120;
  const rows = Array.from({ length: steps + 1 }, (_, row) => row / steps);
  const points = rows.flatMap((v) =>
    [-width / 2, width / 2].map((x) => bend(x, (v - 0.5) * height)),
  );
  const places = rows.flatMap((v) => [`<0, ${v.toFixed(5)}>`, `<1, ${v.toFixed(5)}>`]);
  const faces = rows
    .slice(1)
    .flatMap((_, row) => [
      `<${2 * row}, ${2 * row + 1}, ${2 * row + 3}>`,
      `<${2 * row}, ${2 * row + 3}, ${2 * row + 2}>`,
    ]);
  const normals = rows.flatMap((v) => {
    const normal = findNormal((v - 0.5) * height);
    return [normal, normal];
  });
  const list = (items: readonly string[]) => `{ ${items.length}, ${items.join(", ")} }`;
  return `mesh2 { vertex_vectors ${list(points.map(toText))} normal_vectors ${list(normals.map(toText))}
    uv_vectors ${list(places)} face_indices ${list(faces)} uv_mapping ${look} }`;

  /** Returns where a point of the flat mat is; the paper keeps its length. */
  function bend(x: number, y: number): Vector {
    const beyond = Math.max(0, Math.abs(y) - (height / 2 - curl.length)) / curl.length;
    // The integral of half the squared slope, which is 2 * lift * beyond / length.
    const shorter = ((2 * curl.lift ** 2) / (3 * curl.length)) * beyond ** 3;
    return [x, Math.sign(y) * (Math.abs(y) - shorter), curl.lift * beyond ** 2];
  }

  function findNormal(y: number): Vector {
    const beyond = Math.max(0, Math.abs(y) - (height / 2 - curl.length)) / curl.length;
    const slope = ((2 * curl.lift) / curl.length) * beyond * Math.sign(y);
    const size = Math.hypot(1, slope);
    return [0, -slope / size, 1 / size];
  }
}
