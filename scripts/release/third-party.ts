import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A package whose files are in one of ours. `integrity` is the hash of its tarball in the lock
 * file.
 */
export type Vendored = {
  name: string;
  version: string;
  license: string;
  integrity?: string;
  texts: string[];
};

/**
 * Finds the packages that files belong to, sorted by name, with the texts of their licences and
 * notices. Files outside of node_modules are ours and left out. Throws when a package names no
 * licence.
 */
export function findPackages(files: readonly string[]): Vendored[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity?: string }>;
  };
  const folders = files.flatMap(
    (file) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  const found = new Map<string, Vendored>();
  for (const folder of new Set(folders)) {
    if (!existsSync(join(folder, "package.json"))) continue;
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    ) as Record<string, string | undefined>;
    if (!name || !version || typeof license !== "string") {
      throw new Error(`${folder} names no licence, so it cannot be part of a package of ours.`);
    }
    const { integrity } = lock.packages[relative(root, folder)] ?? {};
    const texts = readLicenses(folder);
    found.set(`${name}@${version}`, {
      name,
      version,
      license,
      texts,
      ...(integrity && { integrity }),
    });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, vendored]) => vendored);
}

function readLicenses(folder: string): string[] {
  // pdfjs-dist keeps the licences of its WebAssembly beside it.
  return [folder, join(folder, "wasm")].filter(existsSync).flatMap((place) =>
    readdirSync(place)
      .filter((file) => /^(licen[cs]e|notice|copying|copyright)/i.test(file))
      .filter((file) => !/\.[jt]s/.test(file))
      .sort()
      .map((file) => readFileSync(join(place, file), "utf8").replaceAll("\r\n", "\n").trim()),
  );
}

const line = `\n\n${"-".repeat(78)}\n\n`;

/** Returns the text of THIRD-PARTY-LICENSES. */
export function formatLicenses(packages: readonly Vendored[]): string {
  const title =
    "This package contains the work of others, in whole or in part. It is used under these licences:";
  return addLicenses(`${title}\n`, packages);
}

/** Returns the text of THIRD-PARTY-LICENSES with more packages. */
export function addLicenses(licenses: string, packages: readonly Vendored[]): string {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join("\n\n"),
  );
  return `${[licenses.trimEnd(), ...parts].join(line)}\n`;
}
