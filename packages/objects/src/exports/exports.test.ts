import { XMLParser } from "fast-xml-parser";
import { strFromU8, unzipSync } from "fflate";
import { validateBytes } from "gltf-validator";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { readTriangle } from "../mesh/triangle.ts";
import { measureVolume } from "../mesh/volume.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { unwrap } from "../texture/unwrap.ts";
import type { Body, EncodedTexture } from "./body.ts";
import { bodyToGlb } from "./body-to-glb.ts";
import { bodyToObj } from "./body-to-obj.ts";
import { bodyToPly } from "./body-to-ply.ts";
import { bodyToUsdz } from "./body-to-usdz.ts";
import { meshTo3mf } from "./mesh-to-3mf.ts";
import { meshToStl } from "./mesh-to-stl.ts";

const size = 128;
let body: Body;
let texture: EncodedTexture;

beforeAll(async () => {
  const grid = createGrid({ min: [-30, -20, 0], max: [30, 20, 20] }, 2);
  const field = fillGrid(grid, (x, y, z) =>
    Math.min(29 - Math.abs(x), 19 - Math.abs(y), z - 1, 19 - z),
  );
  const mesh = extractSurface(field, grid);
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let at = 0; at < data.length; at += 4) data[at + 2] = 0;
  body = { mesh, unwrapped: unwrap(mesh, size), texture: { width: size, height: size, data } };
  const raw = { width: size, height: size, channels: 4 } as const;
  const bytes = await sharp(Buffer.from(data), { raw }).png().toBuffer();
  texture = { type: "image/png", bytes: new Uint8Array(bytes) };
});

describe("the layout in the texture", () => {
  it("keeps every triangle within the texture, and no two triangles on the same texels", () => {
    const { places, indices } = body.unwrapped;
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(Math.max(...places)).toBeLessThan(1);
    const used = new Int32Array(size * size).fill(-1);
    let doubled = 0;
    for (let triangle = 0; triangle < indices.length / 3; triangle++) {
      const corners = readTriangle(indices, triangle);
      const average = (axis: 0 | 1) =>
        corners.reduce((sum, vertex) => sum + places[2 * vertex + axis]!, 0) / 3;
      const [column, row] = [Math.floor(average(0) * size * 8), Math.floor(average(1) * size * 8)];
      const texel = row * size * 8 + column;
      const slot = texel % used.length;
      if (used[slot] === texel) doubled++;
      used[slot] = texel;
    }
    expect(doubled).toBe(0);
  });
});

describe("a body", () => {
  it("as GLB has no error or warning for the validator of Khronos, and is in meters", async () => {
    const { issues, info } = await validateBytes(await bodyToGlb(body, texture, "Cup"));
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect(info).toMatchObject({ hasDefaultScene: true, drawCallCount: 1 });
  });

  it("as USDZ is not compressed, starts each file at a multiple of 64 bytes, and names its texture", () => {
    const bytes = bodyToUsdz(body, texture, 'A "cup"');
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const length of [undefined, texture.bytes.length]) {
      expect(view.getUint32(at, true)).toBe(0x04034b50);
      expect(view.getUint16(at + 8, true)).toBe(0);
      const data = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      expect(data % 64).toBe(0);
      if (length !== undefined) expect(view.getUint32(at + 18, true)).toBe(length);
      at = data + view.getUint32(at + 18, true);
    }
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(["object.usda", "texture.png"]);
    const stage = strFromU8(files["object.usda"] ?? new Uint8Array());
    expect(stage).toContain("@texture.png@");
    expect(stage).toContain("metersPerUnit = 1");
  });

  it("as STL encloses its volume in cubic millimeters", () => {
    const bytes = meshToStl(body.mesh);
    const view = new DataView(bytes.buffer);
    const count = view.getUint32(80, true);
    expect(bytes.length).toBe(84 + 50 * count);
    const positions = new Float32Array(9 * count);
    for (let triangle = 0; triangle < count; triangle++) {
      for (let index = 0; index < 9; index++) {
        positions[9 * triangle + index] = view.getFloat32(
          84 + 50 * triangle + 12 + 4 * index,
          true,
        );
      }
    }
    const indices = Uint32Array.from({ length: 3 * count }, (_, index) => index);
    expect(measureVolume({ positions, indices })).toBeCloseTo(measureVolume(body.mesh), 0);
    expect(measureVolume(body.mesh) / (58 * 38 * 18)).toBeCloseTo(1, 1);
  });

  it("as 3MF says that it is in millimeters, and has every vertex and triangle", () => {
    const files = unzipSync(meshTo3mf(body.mesh));
    const parser = new XMLParser({ ignoreAttributes: false });
    const { model } = parser.parse(strFromU8(files["3D/3dmodel.model"] ?? new Uint8Array()));
    expect(model["@_unit"]).toBe("millimeter");
    const { vertices, triangles } = model.resources.object.mesh;
    expect(vertices.vertex).toHaveLength(body.mesh.positions.length / 3);
    expect(triangles.triangle).toHaveLength(body.mesh.indices.length / 3);
  });

  it("as OBJ names only vertices, places and normals that are there", () => {
    const lines = bodyToObj(body).split("\n");
    const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
    const limits = [count("v "), count("vt "), count("vn ")];
    const faces = lines.filter((line) => line.startsWith("f "));
    expect(faces).toHaveLength(body.mesh.indices.length / 3);
    for (const face of faces) {
      for (const corner of face.slice(2).split(" ")) {
        for (const [kind, id] of corner.split("/").map(Number).entries()) {
          expect(id).toBeGreaterThan(0);
          expect(id).toBeLessThanOrEqual(limits[kind] ?? 0);
        }
      }
    }
  });

  it("as PLY has the size that its header gives, and the color of the texture", () => {
    const bytes = bodyToPly(body);
    const [header = ""] = strFromU8(bytes.subarray(0, 400)).split("end_header\n");
    const number = (name: string) => Number(new RegExp(`element ${name} (\\d+)`).exec(header)?.[1]);
    const start = header.length + "end_header\n".length;
    expect(bytes.length).toBe(start + 15 * number("vertex") + 13 * number("face"));
    expect([...bytes.subarray(start + 12, start + 15)]).toEqual([255, 255, 0]);
  });
});
