/** The parts of a package.json that are read or written here. */
export type Manifest = {
  name: string;
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  [part: string]: unknown;
};

/**
 * Packages that not everybody needs. They are not installed by default; the command says which one
 * is missing and how to install it.
 */
const onRequest =
  /^(sharp|pcsc-mini|serialport|pg|tesseract\.js(?:\/.+)?|@(opentelemetry|tesseract\.js-data)\/[^/]+)$/;

/** Returns whether an import names such a package. */
export function isOnRequest(specifier: string): boolean {
  return onRequest.test(specifier);
}

/**
 * The oldest Node that the built packages run on: the first 22 with CA certificates that can be set
 * at run time.
 */
const engines = { node: ">=22.19" };

const published = { license: "MIT", type: "module", engines };

/**
 * Returns the parts of a manifest that name the public repository: `https://github.com/owner/name`,
 * with the folder of the package. npm proves where a package was built only if its manifest names
 * that repository, so both depend on it.
 */
export function repositoryParts(repository: string | undefined, directory: string): object {
  if (repository === undefined) return { publishConfig: { access: "public" } };
  return {
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: "git", url: `git+${repository}.git`, directory },
    publishConfig: { access: "public", provenance: true },
  };
}

/**
 * Returns the address of the public repository, which the build is told in `SCANHOOK_REPOSITORY`;
 * undefined while there is none. Throws when it is no https address.
 */
export function parseRepository(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const repository = text.replace(/\/$/, "").replace(/\.git$/, "");
  if (!URL.canParse(repository) || !/^https:\/\/[^/?#]+\/[^?#]+$/.test(repository)) {
    throw new Error(
      `SCANHOOK_REPOSITORY must be an address such as https://github.com/owner/name, not "${text}".`,
    );
  }
  return repository;
}

/** Returns the manifest of a published library. Its files are in `dist`. */
export function libraryManifest(manifest: Manifest): Manifest {
  const { devDependencies: _, exports = {}, ...kept } = manifest;
  const built = Object.entries(exports).map(([path, source]) => {
    const file = source.replace("/src/", "/dist/").replace(/\.ts$/, "");
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
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
 * Returns the manifest of the published command. Its files contain all that it needs but the
 * packages on request, those that it and the packages `inside` name.
 */
export function commandManifest(
  { name, version, description, bin, ...cli }: Manifest,
  inside: readonly Manifest[],
  files: string[],
): Manifest {
  const needed = [cli, ...inside].flatMap((part) =>
    Object.entries({
      ...part.dependencies,
      ...part.optionalDependencies,
      ...part.peerDependencies,
    }),
  );
  const later = needed.filter(([name]) => isOnRequest(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    version,
    description,
    ...published,
    bin,
    files,
    // A command, not a library.
    exports: { "./package.json": "./package.json" },
    peerDependencies: Object.fromEntries(later),
    peerDependenciesMeta: Object.fromEntries(later.map(([name]) => [name, { optional: true }])),
  };
}
