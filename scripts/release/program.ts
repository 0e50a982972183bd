// The program as packages for Linux hold it: the package `scanhook` for npm, its own Node, and the
// client of PostgreSQL.
import {
  chmodSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Architecture, fetchNode } from "./node-binaries.ts";
import { addToSbom } from "./sbom.ts";
import { addLicenses, findPackages } from "./third-party.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the program is installed. */
export const programFolder = "usr/lib/scanhook";

/**
 * What a package for Linux is made of: the folder of the package `scanhook` for npm, its version
 * there, and the time of its sources in Unix time. `effort` is how hard to compress, from 0 to 9.
 */
export type LinuxPackage = {
  npmPackage: string;
  version: string;
  seconds: number;
  architecture: Architecture;
  repository?: string;
  effort?: number;
};

/**
 * Writes the program and its command into a folder that stands for `/`. `npmPackage` is the folder
 * of the package `scanhook`. Throws when Node cannot be brought.
 */
export async function makeProgram(
  target: string,
  npmPackage: string,
  architecture: Architecture,
): Promise<void> {
  const program = join(target, programFolder);
  cpSync(npmPackage, program, { recursive: true });
  const node = await fetchNode(architecture);
  cpSync(node.path, join(program, "bin/node"));
  cpSync(join(root, "deploy/debian/scanhook.mjs"), join(program, "bin/scanhook"));
  chmodSync(join(program, "bin/scanhook"), 0o755);
  // Only imported; run on its own, it would look for another Node.
  chmodSync(join(program, "bin/scanhook.mjs"), 0o644);
  mkdirSync(join(target, "usr/bin"), { recursive: true });
  symlinkSync(`../lib/scanhook/bin/scanhook`, join(target, "usr/bin/scanhook"));

  const modules = listModules("pg");
  for (const folder of modules) {
    cpSync(folder, join(program, relative(root, folder)), { recursive: true });
  }
  const manifests = modules.map((folder) => join(folder, "package.json"));
  const added = [...findPackages(manifests), node.vendored];
  change(join(program, "THIRD-PARTY-LICENSES"), (text) => addLicenses(text, added));
  change(join(program, "sbom.cdx.json"), (text) => addToSbom(text, added));
}

/** Returns the folders of an installed package and of all that it depends on. */
function listModules(name: string): string[] {
  const folders = new Set([join(root, "node_modules", name)]);
  // A set also yields what is added to it during the loop.
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) folders.add(findModule(folder, dependency));
  }
  return [...folders];
}

function findModule(from: string, name: string): string {
  const folder = join(from, "node_modules", name);
  return existsSync(folder) ? folder : findModule(dirname(from), name);
}

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

/**
 * Gives everything in a folder the modes 755 or 644 and the same time, so that the bytes of an
 * archive do not depend on the machine. `seconds` is in Unix time.
 */
export function settle(folder: string, seconds: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) {
      chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644);
    }
    lutimesSync(path, seconds, seconds);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, seconds, seconds);
}
