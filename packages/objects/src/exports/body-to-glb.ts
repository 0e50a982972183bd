import { Document, WebIO } from "@gltf-transform/core";
import { type Body, type EncodedTexture, turnUp } from "./body.ts";

/** Returns a body as a binary glTF 2.0 file in meters, y up, with its texture. */
export async function bodyToGlb(
  { unwrapped }: Body,
  texture: EncodedTexture,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Document();
  file.getRoot().getAsset().generator = "Scanhook";
  const buffer = file.createBuffer();
  const image = file.createTexture(name).setImage(texture.bytes).setMimeType(texture.type);
  const material = file
    .createMaterial(name)
    .setBaseColorTexture(image)
    .setMetallicFactor(0)
    .setRoughnessFactor(0.8);
  const accessor = (type: "VEC2" | "VEC3", values: Float32Array) =>
    file.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
  const indices = file
    .createAccessor()
    .setType("SCALAR")
    .setArray(new Uint32Array(unwrapped.indices))
    .setBuffer(buffer);
  const triangles = file
    .createPrimitive()
    .setAttribute("POSITION", accessor("VEC3", turnUp(unwrapped.positions, 0.001)))
    .setAttribute("NORMAL", accessor("VEC3", turnUp(unwrapped.normals)))
    .setAttribute("TEXCOORD_0", accessor("VEC2", unwrapped.places))
    .setIndices(indices)
    .setMaterial(material);
  const node = file.createNode(name).setMesh(file.createMesh(name).addPrimitive(triangles));
  file.getRoot().setDefaultScene(file.createScene(name).addChild(node));
  return new Uint8Array(await new WebIO().writeBinary(file));
}
