import type { Body, EncodedTexture, Mesh } from "@scanhook/objects";
import { packArrays, unpackArrays } from "./packed-arrays.ts";

/** A body as it is stored, with its texture as the bytes of a JPEG file. */
export type StoredBody = Omit<Body, "texture"> & {
  jpeg: Uint8Array<ArrayBuffer>;
  /** For each vertex of the mesh, 1 if its position was measured, 0 if it comes from outlines. */
  measured: Uint8Array;
};

/** Packs a body into a file that `readBody` reads. */
export function storeBody({ mesh, unwrapped, jpeg, measured }: StoredBody): Blob {
  const { positions, indices } = mesh;
  return new Blob([packArrays({ positions, indices, measured, ...nameArrays(unwrapped), jpeg })]);
}

const nameArrays = ({ positions, indices, normals, places, sources }: Body["unwrapped"]) => ({
  cutPositions: positions,
  cutIndices: indices,
  normals,
  places,
  sources,
});

/**
 * Reads a stored body, with all lengths multiplied by `scale`. Returns undefined for any other
 * file.
 */
export async function readBody(file: Blob, scale = 1): Promise<StoredBody | undefined> {
  const arrays = unpackArrays(await file.arrayBuffer());
  const { positions, indices, measured, cutPositions, cutIndices, normals, places, sources, jpeg } =
    arrays ?? {};
  const isWhole =
    isFloats(positions) &&
    isFloats(cutPositions) &&
    isFloats(normals) &&
    isFloats(places) &&
    isIndices(indices) &&
    isIndices(cutIndices) &&
    isIndices(sources);
  if (!isWhole || !isBytes(jpeg) || !isBytes(measured)) return undefined;
  const mesh: Mesh = { positions: positions.map((value) => value * scale), indices };
  const unwrapped = {
    positions: cutPositions.map((value) => value * scale),
    indices: cutIndices,
    normals,
    places,
    sources,
  };
  return { mesh, unwrapped, measured, jpeg: new Uint8Array(jpeg) };
}

const isFloats = (array: unknown): array is Float32Array => array instanceof Float32Array;
const isBytes = (array: unknown): array is Uint8Array => array instanceof Uint8Array;
const isIndices = (array: unknown): array is Uint32Array => array instanceof Uint32Array;

/** Returns the texture in the form that the exports take. */
export const toTexture = ({ jpeg }: StoredBody): EncodedTexture => ({
  type: "image/jpeg",
  bytes: jpeg,
});
