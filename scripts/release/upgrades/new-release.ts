import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeContainerImage } from "../container-image.ts";
import { makeDebianPackage } from "../debian-package.ts";
import { describeMissingTools } from "../missing-tools.ts";
import { makeNpmPackages } from "../npm-packages.ts";
import { run } from "../run.ts";
import { buildPages, imageTools } from "../steps.ts";
import { listRelease } from "./earlier-releases.ts";
import type { Release } from "./machine.ts";
import { architecture } from "./processor.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Returns the release of the last commit with its files: those in `folder`, which `npm run release`
 * made, or new ones for this processor in `release/upgrades`. Throws when a file is missing or
 * cannot be made.
 */
export async function findNewRelease(
  folder: string | undefined,
  log: (line: string) => void,
): Promise<Release> {
  const { version } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
  const commit = (await run("git", ["rev-parse", "HEAD"], root)).trim();
  if (!folder) log(`Making the files of ${version} …`);
  const files = listRelease(folder ?? (await makeFiles(version)), version);
  for (const [name, path] of Object.entries(files)) {
    if (!path) throw new Error(`${folder} has no file of ${version} for ${name}.`);
  }
  return { version, commit, ...files };
}

async function makeFiles(version: string): Promise<string> {
  const missing = describeMissingTools(imageTools);
  if (missing) throw new Error(missing);
  await buildPages();
  const folder = join(root, "release/upgrades");
  await makeNpmPackages(folder);
  const npmPackage = join(folder, "scanhook");
  const seconds = Math.floor(Date.now() / 1000);
  const parts = { npmPackage, version, seconds, architecture };
  await makeDebianPackage(folder, parts);
  await makeContainerImage(folder, parts);
  return folder;
}
