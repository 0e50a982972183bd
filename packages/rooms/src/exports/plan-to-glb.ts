import { Document, type Material, type Node, WebIO } from "@gltf-transform/core";
import type { SettledPlan } from "../settle-plan.ts";
import { buildRooms, type Mesh } from "../space/build-rooms.ts";
import { surfaces } from "../space/surfaces.ts";

/**
 * Returns a plan as a binary glTF 2.0 file in meters: a node for each room with the meshes of its
 * walls and its floor.
 */
export async function planToGlb(settled: SettledPlan): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Document();
  file.getRoot().getAsset().generator = "Scanhook";
  file.createBuffer();
  const scene = file.createScene(settled.plan.name);
  file.getRoot().setDefaultScene(scene);
  const materials = {
    walls: makeMaterial(file, "walls", surfaces.walls),
    floor: makeMaterial(file, "floor", surfaces.floor),
  };
  for (const { name, walls, floor } of buildRooms(settled)) {
    const room = file.createNode(name);
    addMesh(file, room, "walls", walls, materials.walls);
    addMesh(file, room, "floor", floor, materials.floor);
    scene.addChild(room);
  }
  return new Uint8Array(await new WebIO().writeBinary(file));
}

function makeMaterial(file: Document, name: string, color: readonly [number, number, number]) {
  return file
    .createMaterial(name)
    .setBaseColorFactor([...color, 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.9)
    .setDoubleSided(true);
}

function addMesh(file: Document, room: Node, name: string, mesh: Mesh, material: Material): void {
  const buffer = file.getRoot().listBuffers()[0]!;
  const vectors = (values: readonly number[]) =>
    file.createAccessor().setType("VEC3").setArray(new Float32Array(values)).setBuffer(buffer);
  const indices = file
    .createAccessor()
    .setType("SCALAR")
    .setArray(new Uint32Array(mesh.indices))
    .setBuffer(buffer);
  const triangles = file
    .createPrimitive()
    .setAttribute("POSITION", vectors(mesh.positions))
    .setAttribute("NORMAL", vectors(mesh.normals))
    .setIndices(indices)
    .setMaterial(material);
  room.addChild(file.createNode(name).setMesh(file.createMesh(name).addPrimitive(triangles)));
}
