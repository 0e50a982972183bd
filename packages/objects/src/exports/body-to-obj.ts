import { readVector } from "../geometry/vector.ts";
import { readTriangle } from "../mesh/triangle.ts";
import type { Body } from "./body.ts";

/**
 * Returns a body as a Wavefront OBJ file in millimeters, with normals and places in the texture but
 * without the texture.
 */
export function bodyToObj({ mesh, unwrapped }: Body): string {
  const lines = ["# Scanhook, millimeters"];
  const { places, normals, sources, indices } = unwrapped;
  for (let vertex = 0; vertex < mesh.positions.length / 3; vertex++) {
    lines.push(`v ${readVector(mesh.positions, vertex).map(format).join(" ")}`);
  }
  for (let at = 0; at < places.length; at += 2) {
    lines.push(`vt ${format(places[at]!)} ${format(1 - places[at + 1]!)}`);
  }
  for (let vertex = 0; vertex < normals.length / 3; vertex++) {
    lines.push(`vn ${readVector(normals, vertex).map(format).join(" ")}`);
  }
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    // OBJ counts from one. A vertex of the layout has its own place and normal.
    const corners = readTriangle(indices, triangle).map(
      (vertex) => `${sources[vertex]! + 1}/${vertex + 1}/${vertex + 1}`,
    );
    lines.push(`f ${corners.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Writes a number with at most five digits after the point; never as -0. */
const format = (value: number) => Number(value.toFixed(5)) || 0;
