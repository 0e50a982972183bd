import { strToU8, zipSync } from "fflate";
import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { readTriangle } from "../mesh/triangle.ts";

/**
 * Returns a mesh as a 3MF file (3MF Core Specification 1.3), which says that its numbers are
 * millimeters.
 */
export function meshTo3mf(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const files = {
    "[Content_Types].xml": strToU8(`<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
`),
    "_rels/.rels": strToU8(`<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Target="/3D/3dmodel.model" Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
`),
    "3D/3dmodel.model": strToU8(formatModel(mesh)),
  };
  return new Uint8Array(zipSync(files, { mtime: new Date(1980, 0, 1) }));
}

function formatModel({ positions, indices }: Mesh): string {
  const vertices: string[] = [];
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const [x, y, z] = readVector(positions, vertex).map((value) => Number(value.toFixed(4)) || 0);
    vertices.push(`<vertex x="${x}" y="${y}" z="${z}"/>`);
  }
  const triangles: string[] = [];
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = readTriangle(indices, triangle);
    triangles.push(`<triangle v1="${a}" v2="${b}" v3="${c}"/>`);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
  <resources>
    <object id="1" type="model">
      <mesh>
        <vertices>${vertices.join("")}</vertices>
        <triangles>${triangles.join("")}</triangles>
      </mesh>
    </object>
  </resources>
  <build>
    <item objectid="1"/>
  </build>
</model>
`;
}
