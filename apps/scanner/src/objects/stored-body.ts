import type { Body, EncodedTexture, Mesh } from "@scanhook/objects";
import { packArrays, unpackArrays } from "./packed-arrays.ts";

/** A body as it is stored, with its texture as the bytes of a JPEG file. */
export type StoredBody = Omit<Body, "texture"> & { jpeg: Uint8Array<ArrayBuffer> };

export function storeBody({ mesh, unwrapped, jpeg }: StoredBody): Blob {
  const { positions, indices } = mesh;
  return new Blob([packArrays({ positions, indices, ...prefix(unwrapped), jpeg })]);
}

const prefix = ({ positions, indices, normals, places, sources }: Body["unwrapped"]) => ({
  cutPositions: positions,
  cutIndices: indices,
  normals,
  places,
  sources,
});

/** Reads a stored body, with all lengths times `scale`. Returns undefined for any other file. */
export async function readBody(file: Blob, scale = 1): Promise<StoredBody | undefined> {
  const arrays = unpackArrays(await file.arrayBuffer());
  const { positions, indices, cutPositions, cutIndices, normals, places, sources, jpeg } =
    arrays ?? {};
  const isWhole =
    isFloats(positions) &&
    isFloats(cutPositions) &&
    isFloats(normals) &&
    isFloats(places) &&
    isIndices(indices) &&
    isIndices(cutIndices) &&
    isIndices(sources);
  if (!isWhole || !(jpeg instanceof Uint8Array)) return undefined;
  const mesh: Mesh = { positions: positions.map((value) => value * scale), indices };
  const unwrapped = {
    positions: cutPositions.map((value) => value * scale),
    indices: cutIndices,
    normals,
    places,
    sources,
  };
  return { mesh, unwrapped, jpeg: new Uint8Array(jpeg) };
}

const isFloats = (array: unknown): array is Float32Array => array instanceof Float32Array;
const isIndices = (array: unknown): array is Uint32Array => array instanceof Uint32Array;

/** Returns the texture as the exports take it. */
export const toTexture = ({ jpeg }: StoredBody): EncodedTexture => ({
  type: "image/jpeg",
  bytes: jpeg,
});
