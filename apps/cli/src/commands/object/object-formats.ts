import {
  type Body,
  bodyToGlb,
  bodyToObj,
  bodyToPly,
  bodyToUsdz,
  type EncodedTexture,
  meshTo3mf,
  meshToStl,
} from "@scanhook/objects";

/** Converts an object to the contents of a file. `name` is the name of the object in the file. */
type Convert = (body: Body, name: string) => string | Uint8Array | Promise<Uint8Array>;

/** The converters by the ending of the file. */
export const objectFormats: Record<string, Convert> = {
  ".glb": async (body, name) => bodyToGlb(body, await encodeTexture(body), name),
  ".usdz": async (body, name) => bodyToUsdz(body, await encodeTexture(body), name),
  ".3mf": ({ mesh }) => meshTo3mf(mesh),
  ".stl": ({ mesh }) => meshToStl(mesh),
  ".obj": bodyToObj,
  ".ply": bodyToPly,
};

async function encodeTexture({ texture }: Body): Promise<EncodedTexture> {
  const { default: sharp } = await import("sharp");
  const { width, height, data } = texture;
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer();
  return { type: "image/jpeg", bytes: new Uint8Array(bytes) };
}
