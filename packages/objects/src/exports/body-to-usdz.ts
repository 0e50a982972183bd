import { strToU8, type Zippable, zipSync } from "fflate";
import type { Unwrapped } from "../texture/unwrap.ts";
import { type Body, type EncodedTexture, turnUp } from "./body.ts";

/**
 * Returns a body as a USDZ file in meters for Quick Look on iPhones and Macs, with its texture. As
 * the USDZ specification of Pixar demands, the archive is not compressed, and each file in it
 * starts at a multiple of 64 bytes.
 */
export function bodyToUsdz(
  body: Body,
  texture: EncodedTexture,
  name: string,
): Uint8Array<ArrayBuffer> {
  const image = texture.type === "image/png" ? "texture.png" : "texture.jpg";
  const stage = strToU8(formatStage(body, image, name));
  const files: Zippable = {};
  let offset = 0;
  for (const [file, bytes] of [
    ["object.usda", stage],
    [image, texture.bytes],
  ] as const) {
    const headers = offset + 30 + file.length + 4;
    const padding = new Uint8Array(64 - (headers % 64));
    files[file] = [bytes, { level: 0, extra: { 6534: padding }, mtime: new Date(1980, 0, 1) }];
    offset = headers + padding.length + bytes.length;
  }
  return new Uint8Array(zipSync(files));
}

function formatStage({ unwrapped }: Body, image: string, name: string): string {
  return `#usda 1.0
(
    defaultPrim = "Object"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Object" (
    displayName = ${quote(name)}
)
{
${formatMesh(unwrapped)}

${formatMaterial(image)}
}
`;
}

/** Writes the mesh. USD counts places in the texture from its bottom left. */
function formatMesh({ positions, normals, places, indices }: Unwrapped): string {
  const flipped = places.map((value, at) => (at % 2 === 0 ? value : 1 - value));
  return `    def Mesh "Surface" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        int[] faceVertexCounts = [${new Array(indices.length / 3).fill(3).join(", ")}]
        int[] faceVertexIndices = [${indices.join(", ")}]
        rel material:binding = </Object/Material>
        normal3f[] normals = [${formatTuples(turnUp(normals), 3, 3)}] (
            interpolation = "vertex"
        )
        point3f[] points = [${formatTuples(turnUp(positions, 0.001), 3, 6)}]
        texCoord2f[] primvars:st = [${formatTuples(flipped, 2, 5)}] (
            interpolation = "vertex"
        )
        uniform token subdivisionScheme = "none"
    }`;
}

const formatMaterial = (image: string) => `    def Material "Material"
    {
        token outputs:surface.connect = </Object/Material/Surface.outputs:surface>

        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Object/Material/Texture.outputs:rgb>
            float inputs:roughness = 0.8
            token outputs:surface
        }

        def Shader "Texture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${image}@
            token inputs:sourceColorSpace = "sRGB"
            float2 inputs:st.connect = </Object/Material/Places.outputs:result>
            float3 outputs:rgb
        }

        def Shader "Places"
        {
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }
    }`;

/** Writes vectors of two or three numbers, rounded to a number of digits after the point. */
function formatTuples(values: Float32Array, width: 2 | 3, digits: number): string {
  const tuples: string[] = [];
  for (let first = 0; first < values.length; first += width) {
    const numbers = Array.from(
      values.subarray(first, first + width),
      (value) => Number(value.toFixed(digits)) || 0,
    );
    tuples.push(`(${numbers.join(", ")})`);
  }
  return tuples.join(", ");
}

/** Writes a text for USD. Control characters become spaces. */
function quote(text: string): string {
  const plain = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return `"${plain.replace(/[\\"]/g, "\\$&")}"`;
}
