// The packages for npm: built JavaScript with types and source maps. Node strips no types below node_modules.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStale } from "../build.ts";
import { buildSite, hubSite } from "../build-site.ts";
import { compile } from "./compile.ts";
import { commandManifest, libraryManifest, type Manifest } from "./npm-manifests.ts";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The libraries that are published under their own names. */
export const libraries = ["webhook", "codes", "tags", "documents"] as const;

/**
 * Makes the packages `scanhook` and `@scanhook/…` in `folder`, each as a folder and as a tarball. The pages and the site of the
 * hub have to be built. Returns the paths of the tarballs. Throws when one cannot be made.
 */
export async function makeNpmPackages(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const name of libraries) await makeLibrary(name, join(folder, name));
  await makeCommand(join(folder, "scanhook"));
  return Promise.all([...libraries, "scanhook"].map((name) => pack(join(folder, name), folder)));
}

async function makeLibrary(name: string, target: string): Promise<void> {
  const source = join(root, "packages", name);
  const manifest = readManifest(source);
  const entries = Object.values(manifest.exports ?? {});
  await compile({
    entries: entries.map((entry) => join(source, entry)),
    source: join(source, "src"),
    target: join(target, "dist"),
    types: true,
  });
  cpSync(join(source, "README.md"), join(target, "README.md"));
  finish(target, libraryManifest(manifest));
}

/**
 * The command contains the hub, its pages and our libraries as bundled packages, so that a tarball asks the registry for
 * nothing under our names.
 */
async function makeCommand(target: string): Promise<void> {
  const bundled = join(target, "node_modules/@scanhook");
  const cli = join(root, "apps/cli");
  await compileAll(cli, target);
  cpSync(join(cli, "bin"), join(target, "bin"), { recursive: true });
  const hub = join(root, "apps/hub");
  await compileAll(hub, join(bundled, "hub"));
  for (const path of [
    "migrations",
    "dashboard/dist",
    "src/phone-help/help.css",
    "src/phone-help/help.js",
    "src/api/description/page.css",
  ]) {
    cpSync(join(hub, path), join(bundled, "hub", path.replace(/^src/, "dist")), {
      recursive: true,
    });
  }
  cpSync(join(root, "apps/scanner/dist"), join(bundled, "scanner/dist"), { recursive: true });
  cpSync(join(root, "apps/site/dist-hub"), join(bundled, "site/dist-hub"), { recursive: true });
  for (const name of [...libraries, "content"]) {
    await compileAll(join(root, "packages", name), join(bundled, name));
  }
  const manifests = new Map<string, Manifest>();
  for (const name of ["hub", "scanner", "site", ...libraries, "content"]) {
    const folder = ["hub", "scanner", "site"].includes(name) ? "apps" : "packages";
    manifests.set(name, readManifest(join(root, folder, name)));
  }
  const { command, inside } = commandManifest(readManifest(cli), manifests);
  for (const [name, manifest] of inside) writeManifest(join(bundled, name), manifest);
  cpSync(join(root, "README.md"), join(target, "README.md"));
  finish(target, command);
}

/** Compiles what the exports of a package, or its command, import. */
async function compileAll(source: string, target: string): Promise<void> {
  const { exports = { ".": "./src/run-process.ts" } } = readManifest(source);
  const entries = Object.values(exports).map((entry) => join(source, entry));
  await compile({
    entries,
    source: join(source, "src"),
    target: join(target, "dist"),
    types: false,
  });
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

async function pack(folder: string, target: string): Promise<string> {
  const output = await run("npm", ["pack", folder, "--pack-destination", target, "--json"], root);
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  return join(target, basename(filename));
}

if (import.meta.main) {
  await buildStale((line) => console.error(line));
  const site = buildSite(hubSite, (line) => console.error(line));
  if (!site.ok) throw new Error(site.reason);
  for (const path of await makeNpmPackages(join(root, "release/npm"))) console.log(path);
}
