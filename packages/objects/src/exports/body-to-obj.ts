import type { Body } from "./body.ts";

/**
 * Returns a body as a Wavefront OBJ file in millimeters, with normals and places in the texture but
 * without the texture.
 */
export function bodyToObj({ mesh, unwrapped }: Body): string {
  const lines = ["# Scanhook, millimeters"];
  const { places, normals, sources, indices } = unwrapped;
  const format = (value: number) => Number(value.toFixed(5)) || 0;
  for (let at = 0; at < mesh.positions.length; at += 3) {
    lines.push(`v ${[...mesh.positions.subarray(at, at + 3)].map(format).join(" ")}`);
  }
  for (let at = 0; at < places.length; at += 2) {
    lines.push(`vt ${format(places[at]!)} ${format(1 - places[at + 1]!)}`);
  }
  for (let at = 0; at < normals.length; at += 3) {
    lines.push(`vn ${[...normals.subarray(at, at + 3)].map(format).join(" ")}`);
  }
  for (let first = 0; first < indices.length; first += 3) {
    const corners = [...indices.subarray(first, first + 3)];
    lines.push(`f ${corners.map((id) => `${sources[id]! + 1}/${id + 1}/${id + 1}`).join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}
