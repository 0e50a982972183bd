import { strToU8, zipSync } from "fflate";
import type { SettledPlan } from "../settle-plan.ts";
import { buildRooms, type Mesh } from "../space/build-rooms.ts";
import { surfaces } from "../space/surfaces.ts";

const fileName = "plan.usda";
/**
 * The length of the headers of the file and of its extra field in the archive, in bytes (ZIP
 * APPNOTE.TXT, 4.3.7 and 4.5.1).
 */
const headerLength = 30 + fileName.length + 4;

/**
 * Returns a plan as a USDZ file in meters for Quick Look on iPhones and Macs. As the USDZ
 * specification of Pixar demands, the archive is not compressed, and the data in it starts at a
 * multiple of 64 bytes.
 */
export function planToUsdz(settled: SettledPlan): Uint8Array<ArrayBuffer> {
  const padding = new Uint8Array(64 - (headerLength % 64));
  const file = strToU8(formatStage(settled));
  const options = { level: 0, extra: { 6534: padding }, mtime: new Date(1980, 0, 1) } as const;
  return new Uint8Array(zipSync({ [fileName]: [file, options] }));
}

function formatStage(settled: SettledPlan): string {
  const rooms = buildRooms(settled).map(
    ({ name, walls, floor }, index) => `    def Xform "Room${index + 1}" (
        displayName = ${quote(name)}
    )
    {
${formatMesh("Walls", walls)}${formatMesh("Floor", floor)}    }
`,
  );
  return `#usda 1.0
(
    defaultPrim = "Plan"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Plan" (
    displayName = ${quote(settled.plan.name)}
)
{
${rooms.join("")}    def Scope "Materials"
    {
${formatMaterial("Walls", surfaces.walls)}${formatMaterial("Floor", surfaces.floor)}    }
}
`;
}

function formatMesh(name: "Walls" | "Floor", { positions, normals, indices }: Mesh): string {
  const counts = new Array(indices.length / 3).fill(3).join(", ");
  return `        def Mesh "${name}" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        )
        {
            uniform bool doubleSided = 1
            int[] faceVertexCounts = [${counts}]
            int[] faceVertexIndices = [${indices.join(", ")}]
            rel material:binding = </Plan/Materials/${name}>
            normal3f[] normals = [${formatTuples(normals)}] (
                interpolation = "vertex"
            )
            point3f[] points = [${formatTuples(positions)}]
            uniform token subdivisionScheme = "none"
        }
`;
}

function formatMaterial(name: string, color: readonly number[]): string {
  const path = `/Plan/Materials/${name}`;
  return `        def Material "${name}"
        {
            token outputs:surface.connect = <${path}/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor = (${color.join(", ")})
                float inputs:roughness = 0.9
                token outputs:surface
            }
        }
`;
}

function formatTuples(values: readonly number[]): string {
  const tuples: string[] = [];
  for (let first = 0; first < values.length; first += 3) {
    const [x, y, z] = values.slice(first, first + 3).map((value) => Number(value.toFixed(5)) || 0);
    tuples.push(`(${x}, ${y}, ${z})`);
  }
  return tuples.join(", ");
}

/** Quotes a text for USD. Control characters become spaces. */
function quote(text: string): string {
  const plain = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return `"${plain.replace(/[\\"]/g, "\\$&")}"`;
}
