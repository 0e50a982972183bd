/** The parts of a package.json that are read or written here. */
export type Manifest = {
  name: string;
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [part: string]: unknown;
};

/**
 * Packages that not everybody needs. They are not installed by default; the command says which one is missing and how to
 * install it.
 */
const onRequest =
  /^(sharp|pcsc-mini|serialport|pg|tesseract\.js|@(opentelemetry|tesseract\.js-data)\/.*)$/;

/** The oldest Node that the built packages run on: the first 22 with CA certificates that can be set at run time. */
const engines = { node: ">=22.19" };

const published = {
  license: "MIT",
  type: "module",
  engines,
  publishConfig: { access: "public", provenance: true },
};

/** Returns the manifest of a published library. Its files are in `dist`. */
export function libraryManifest(manifest: Manifest): Manifest {
  const { devDependencies: _, exports = {}, ...kept } = manifest;
  const built = Object.entries(exports).map(([path, source]) => {
    const file = toBuilt(source);
    return [path, { types: file.replace(/\.js$/, ".d.ts"), default: file }] as const;
  });
  return {
    ...kept,
    ...published,
    files: ["dist"],
    exports: Object.fromEntries(built) as Manifest["exports"] & object,
    sideEffects: false,
  };
}

/**
 * Returns the manifest of the published command, and those of the packages inside it by folder. The command has all
 * dependencies, because npm would put those of a package inside it into the tarball.
 */
export function commandManifest(
  cli: Manifest,
  inside: ReadonlyMap<string, Manifest>,
): { command: Manifest; inside: Map<string, Manifest> } {
  const { devDependencies: _, private: __, ...kept } = cli;
  const ours = [...inside.values()].map(({ name }) => name);
  const runs = [...inside].filter(([folder]) => folder !== "scanner" && folder !== "site");
  const needed = [cli, ...runs.map(([, manifest]) => manifest)].map(
    ({ dependencies, optionalDependencies, peerDependencies }) =>
      ({ ...dependencies, ...optionalDependencies, ...(peerDependencies as object) }) as Record<
        string,
        string
      >,
  );
  const all = Object.entries(Object.assign({}, ...needed) as Record<string, string>)
    .filter(([name]) => !name.startsWith("@scanhook/"))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const later = all.filter(([name]) => onRequest.test(name));
  const command: Manifest = {
    ...kept,
    ...published,
    files: ["bin", "dist"],
    // A command, not a library.
    exports: { "./package.json": "./package.json" },
    dependencies: Object.fromEntries([
      ...all.filter(([name]) => !onRequest.test(name)),
      ...ours.map((name) => [name, cli.version]),
    ]),
    peerDependencies: Object.fromEntries(later),
    peerDependenciesMeta: Object.fromEntries(later.map(([name]) => [name, { optional: true }])),
    bundleDependencies: ours,
  };
  delete command.optionalDependencies;
  const manifests = [...inside].map(([folder, { name, version, exports = {} }]) => {
    const built = Object.entries(exports).map(([path, source]) => [path, toBuilt(source)]);
    return [folder, { name, version, type: "module", exports: Object.fromEntries(built) }] as const;
  });
  return { command, inside: new Map(manifests) };
}

function toBuilt(source: string): string {
  return source.replace("/src/", "/dist/").replace(/\.ts$/, ".js");
}
