// The packages for npm: built JavaScript with types and source maps. Node strips no types below
// node_modules.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStale } from "../build.ts";
import { buildSite, hubSite } from "../build-site.ts";
import { bundleCommand, hubFiles } from "./bundle-command.ts";
import { compile, type Sources } from "./compile.ts";
import {
  commandManifest,
  libraryManifest,
  type Manifest,
  parseRepository,
  repositoryParts,
} from "./npm-manifests.ts";
import { run } from "./run.ts";
import { formatSbom } from "./sbom.ts";
import { findPackages, formatLicenses } from "./third-party.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The libraries that are published under their own names. */
export const libraries = ["webhook", "codes", "tags", "documents"] as const;

/**
 * Makes the packages `scanhook` and `@scanhook/…` in `folder`, each as a folder and as a tarball.
 * The pages and the site of the hub have to be built. `repository` is the public address of the
 * sources. Returns the paths of the tarballs. Throws when one cannot be made.
 */
export async function makeNpmPackages(folder: string, repository?: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  await compile(libraries.map((name) => listSources(name, join(folder, name))));
  for (const name of libraries) {
    const target = join(folder, name);
    cpSync(join(root, "packages", name, "README.md"), join(target, "README.md"));
    const manifest = libraryManifest(readManifest(join(root, "packages", name)));
    finish(target, { ...manifest, ...repositoryParts(repository, `packages/${name}`) });
  }
  await makeCommandPackage(join(folder, "scanhook"), repository);
  return pack(
    [...libraries, "scanhook"].map((name) => join(folder, name)),
    folder,
  );
}

/** Makes the folder of the package `scanhook`, as `makeNpmPackages` does. */
export async function makeCommandPackage(target: string, repository?: string): Promise<void> {
  const manifest = await makeCommand(target);
  finish(target, { ...manifest, ...repositoryParts(repository, "apps/cli") });
}

function listSources(name: string, target: string): Sources {
  const folder = join(root, "packages", name);
  const entries = Object.values(readManifest(folder).exports ?? {});
  return {
    entries: entries.map((entry) => join(folder, entry)),
    source: join(folder, "src"),
    target: join(target, "dist"),
  };
}

/**
 * The packages of which the pages have files that their own builds do not list: copies, the service
 * worker, the site.
 */
const inPages = [
  "tesseract.js-core",
  "@tesseract.js-data/eng",
  "pdfjs-dist",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "astro",
  "@astrojs/starlight",
  "minisearch",
];

/**
 * The command contains the hub, its pages and the packages that they need, so that installing it
 * asks for nothing else. It lists them, with their licences.
 */
async function makeCommand(target: string): Promise<Manifest> {
  const apps = join(root, "apps");
  const bundled = await bundleCommand(join(target, "dist"));
  const listed = ["hub/dashboard", "scanner"].flatMap((page) => listPackages(join(apps, page)));
  const modules = [...listed, ...inPages].map((name) => `${root}node_modules/${name}/package.json`);
  const packages = findPackages([...bundled, ...modules]);
  writeFileSync(join(target, "THIRD-PARTY-LICENSES"), formatLicenses(packages));
  const seconds = Number(process.env.SOURCE_DATE_EPOCH) || undefined;
  const sbom = formatSbom(readManifest(join(apps, "cli")), packages, seconds);
  writeFileSync(join(target, "sbom.cdx.json"), sbom);
  cpSync(join(apps, "cli/bin"), join(target, "bin"), { recursive: true });
  for (const path of hubFiles) {
    const filter = (file: string) => ![".built-from", ".licenses.json"].includes(basename(file));
    cpSync(join(apps, path), join(target, path), { recursive: true, filter });
  }
  cpSync(join(root, "README.md"), join(target, "README.md"));
  const inside = ["apps/hub", ...libraries.map((name) => `packages/${name}`)];
  const files = ["bin", "dist", "hub", "scanner", "site", "THIRD-PARTY-LICENSES", "sbom.cdx.json"];
  const manifests = inside.map((folder) => readManifest(join(root, folder)));
  return commandManifest(readManifest(join(apps, "cli")), manifests, files);
}

/** Lists the names of the packages that the build of a page put into it. */
function listPackages(page: string): string[] {
  const path = join(page, "dist/.licenses.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { name: string }[]).map(({ name }) => name);
}

function finish(target: string, manifest: Manifest): void {
  cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
  writeManifest(target, manifest);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function writeManifest(folder: string, manifest: Manifest): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function pack(folders: readonly string[], target: string): Promise<string[]> {
  const options = ["--pack-destination", target, "--json"];
  const output = await run("npm", ["pack", ...folders, ...options], root);
  const packed = JSON.parse(output) as { filename: string }[];
  return packed.map(({ filename }) => join(target, basename(filename)));
}

if (import.meta.main) {
  await buildStale((line) => console.error(line));
  const site = buildSite(hubSite, (line) => console.error(line));
  if (!site.ok) throw new Error(site.reason);
  const repository = parseRepository(process.env.SCANHOOK_REPOSITORY);
  const tarballs = await makeNpmPackages(join(root, "release/npm"), repository);
  for (const path of tarballs) console.log(path);
}
