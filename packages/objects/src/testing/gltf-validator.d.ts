/** The parts that tests use; the package has no types of its own. */
declare module "gltf-validator" {
  export function validateBytes(bytes: Uint8Array): Promise<{
    issues: Record<"numErrors" | "numWarnings" | "numInfos" | "numHints", number>;
    info: { hasDefaultScene: boolean; drawCallCount: number };
  }>;
}
