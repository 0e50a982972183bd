import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { addRow, createNormalEquations } from "../geometry/normal-equations.ts";
import { solve } from "../geometry/solve.ts";
import { axes, createVector, readVector, type Vector } from "../geometry/vector.ts";
import type { Hull } from "../hull/hull.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findNormals } from "../mesh/normals.ts";
import { rasterize } from "../mesh/rasterize.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import { minHeight } from "./shape.ts";

/**
 * The colors of points on a surface, three numbers each for point and color: the logarithms of red,
 * green and blue, less what the normal of the surface explains. So they depend little on the light,
 * which changes when the object is turned.
 */
export type SurfaceColors = { points: Float32Array; colors: Float32Array };

/** Depths of the surface are drawn at this fraction of the scale of a view. */
const depthReduction = 4;
/** A vertex is visible up to this far behind these depths, which are coarse, in millimeters. */
const maxHidden = 3;
/** The least cosine between normal and direction to the camera at which a view counts. */
const minFacing = 0.3;
/** The weight of a view is this power of that cosine, so that the views that face most prevail. */
const facingPower = 4;
/** Added to levels from 0 to 255, so that noise in dark ones makes their logarithm jump less. */
const levelOffset = 12;

/** For each vertex, weighted sums of three color channels over all views, and the weights. */
type ColorSums = { colors: Float64Array; weights: Float64Array };

/**
 * Returns the colors of a hull at its vertices above the mat, as weighted means of the views that
 * see them.
 */
export function colorSurface({ mesh, views }: Hull): SurfaceColors {
  const { positions } = mesh;
  const normals = findNormals(mesh);
  const sums = {
    colors: new Float64Array(positions.length),
    weights: new Float64Array(positions.length / 3),
  };
  for (const view of views) addView(sums, mesh, normals, view);
  const visible: number[] = [];
  for (const [vertex, weight] of sums.weights.entries()) {
    if (weight === 0) continue;
    visible.push(vertex);
    for (const channel of axes) sums.colors[3 * vertex + channel]! /= weight;
  }
  const colors = gather(sums.colors, visible);
  removeShading(colors, gather(normals, visible));
  return { points: gather(positions, visible), colors };
}

/** Adds the colors of the vertices that a view sees, weighted by how much they face it. */
function addView(sums: ColorSums, mesh: Mesh, normals: Float32Array, view: CroppedView): void {
  const { left, top, scale, width, rgb } = view.crop;
  const rays = createViewRays(view);
  const findDepth = drawDepths(mesh, rays, view.crop);
  const projected = new Float64Array(3);
  const point = createVector();
  const normal = createVector();
  for (let vertex = 0; vertex < sums.weights.length; vertex++) {
    const [x, y, z] = readVector(mesh.positions, vertex, point);
    if (z < minHeight) continue;
    const facing = findFacing(rays.cameraCenter, point, readVector(normals, vertex, normal));
    if (facing < minFacing) continue;
    rays.project(x, y, z, projected);
    const column = Math.round(toCropPixel(projected[0]!, left, scale));
    const row = Math.round(toCropPixel(projected[1]!, top, scale));
    if (!(projected[2]! <= findDepth(column, row) + maxHidden)) continue;
    const weight = facing ** facingPower;
    sums.weights[vertex]! += weight;
    for (const channel of axes) {
      const level = rgb[3 * (row * width + column) + channel]!;
      sums.colors[3 * vertex + channel]! += weight * Math.log(level + levelOffset);
    }
  }
}

/**
 * Draws the depths of a mesh at a reduced scale, and returns how to look them up by column and row
 * of the crop; outside of it nothing is visible.
 */
function drawDepths(
  mesh: Mesh,
  rays: ViewRays,
  { left, top, scale, width, height }: CropArea,
): (column: number, row: number) => number {
  const area = {
    left,
    top,
    scale: scale * depthReduction,
    width: Math.floor(width / depthReduction),
    height: Math.floor(height / depthReduction),
  };
  const depths = rasterize(mesh, rays, area);
  return (column, row) => {
    const [a, b] = [Math.floor(column / depthReduction), Math.floor(row / depthReduction)];
    if (a < 0 || b < 0 || a >= area.width || b >= area.height) return -Infinity;
    return depths[b * area.width + a]!;
  };
}

/** Returns the cosine between a normal and the direction from its point to the camera center. */
function findFacing(cameraCenter: Readonly<Vector>, point: Vector, normal: Vector): number {
  const dx = cameraCenter[0] - point[0];
  const dy = cameraCenter[1] - point[1];
  const dz = cameraCenter[2] - point[2];
  const product = dx * normal[0] + dy * normal[1] + dz * normal[2];
  return product / Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Returns the vectors at the given vertices. */
function gather(vectors: ArrayLike<number>, vertices: readonly number[]): Float32Array {
  const gathered = new Float32Array(3 * vertices.length);
  const vector = createVector();
  for (const [index, vertex] of vertices.entries()) {
    gathered.set(readVector(vectors, vertex, vector), 3 * index);
  }
  return gathered;
}

/**
 * Subtracts from each channel the linear function of the normal that fits it best, in place: what
 * light from one side explains.
 */
function removeShading(colors: Float32Array, normals: Float32Array): void {
  const normal = createVector();
  const row = new Float64Array(4);
  const count = colors.length / 3;
  for (const channel of axes) {
    const equations = createNormalEquations(4);
    for (let index = 0; index < count; index++) {
      setShadingRow(row, readVector(normals, index, normal));
      addRow(equations, row, colors[3 * index + channel]!);
    }
    const { matrix, values: coefficients } = equations;
    if (!solve(matrix, coefficients)) continue;
    for (let index = 0; index < count; index++) {
      setShadingRow(row, readVector(normals, index, normal));
      for (const [i, coefficient] of coefficients.entries()) {
        colors[3 * index + channel]! -= row[i]! * coefficient;
      }
    }
  }
}

function setShadingRow(row: Float64Array, [x, y, z]: Vector): void {
  row[0] = 1;
  row[1] = x;
  row[2] = y;
  row[3] = z;
}
