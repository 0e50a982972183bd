import type { Vendored } from "./third-party.ts";

/**
 * Returns a software bill of materials in the form of CycloneDX 1.6 (ECMA-424) as JSON: the
 * packages whose code is in a package of ours, each with its licence and the SHA-512 of its
 * tarball, as `npm sbom` lists them. npm itself would list what an installation asks for, which is
 * nothing. `seconds` is the time of the sources in Unix time.
 */
export function formatSbom(
  ours: { name: string; version: string },
  packages: readonly Vendored[],
  seconds: number | undefined,
): string {
  const subject = component({ ...ours, license: "MIT" }, "application");
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      ...(seconds !== undefined && { timestamp: new Date(seconds * 1000).toISOString() }),
      lifecycles: [{ phase: "build" }],
      component: subject,
    },
    components: [],
    dependencies: [{ ref: subject["bom-ref"], dependsOn: [] }],
  };
  return addToSbom(JSON.stringify(bom), packages);
}

/** Returns a bill of materials of `formatSbom()` with more packages. */
export function addToSbom(sbom: string, packages: readonly Vendored[]): string {
  const bom = JSON.parse(sbom);
  const components = packages.map((vendored) => component(vendored, "library"));
  bom.components.push(...components);
  bom.dependencies[0].dependsOn.push(...components.map((part) => part["bom-ref"]));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function component(
  { name, version, license, integrity }: Omit<Vendored, "texts">,
  type: "application" | "library",
) {
  const digest = /^sha512-(\S+)$/.exec(integrity ?? "")?.[1];
  const isExpression = /[ ()]/.test(license);
  return {
    "bom-ref": `${name}@${version}`,
    type,
    name,
    version,
    scope: "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(digest && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    }),
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}
