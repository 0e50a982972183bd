import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { Picture } from "../picture.ts";
import type { Unwrapped } from "../texture/unwrap.ts";

/** A closed mesh in millimeters, the same mesh laid out in a texture, and the texture. */
export type Body = { mesh: Mesh; unwrapped: Unwrapped; texture: Picture };

/**
 * A texture as the bytes of a file. The caller makes it, because pages, workers and Node each have
 * their own encoder.
 */
export type EncodedTexture = {
  type: "image/png" | "image/jpeg";
  bytes: Uint8Array<ArrayBuffer>;
};

/** Returns vectors with y up instead of z, as viewers expect them, multiplied by `scale`. */
export function turnUp(vectors: Float32Array, scale = 1): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(vectors.length);
  for (let index = 0; index < vectors.length / 3; index++) {
    const [x, y, z] = readVector(vectors, index);
    turned.set([x * scale, z * scale, -y * scale], 3 * index);
  }
  return turned;
}
