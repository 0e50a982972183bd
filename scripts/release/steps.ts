import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseChangelog } from "../../apps/site/src/resources/changelog.ts";
import { buildStale } from "../build.ts";
import { buildSite, hubSite } from "../build-site.ts";
import { makeContainerImage } from "./container-image.ts";
import { makeDebianPackage } from "./debian-package.ts";
import type { Tool } from "./missing-tools.ts";
import { architectures } from "./node-binaries.ts";
import { makeNpmPackages } from "./npm-packages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * `folder` takes the files, and `work` what a step leaves to those after it. `seconds` is the time
 * that files may contain, in Unix time. `repository` is the public address of the sources, where
 * there is one.
 */
export type Release = {
  folder: string;
  work: string;
  version: string;
  seconds: number;
  repository?: string;
};

/**
 * Writes files of a release. Throws when one cannot be made. `tools` are those that it needs beside
 * Node and npm.
 */
export type Step = {
  title: string;
  tools?: readonly Tool[];
  make(release: Release): Promise<void>;
};

/** What a container image is made with, beside Node and npm. */
export const imageTools: readonly Tool[] = ["tar", "dpkg-deb", "mmdebstrap", "the keys of Debian"];

/** The packages for npm, which the packages for systems contain. */
export const npmSteps: readonly Step[] = [
  { title: "Building the pages", make: buildPages },
  { title: "Packages for npm, with the list of what they contain", make: makePackages },
];

/** What `npm run release` makes, in this order. */
export const steps: readonly Step[] = [
  ...npmSteps,
  { title: "Packages for Debian", tools: ["tar", "dpkg-deb"], make: makeDebianPackages },
  { title: "Container images", tools: imageTools, make: makeContainerImages },
  { title: "Notes", make: writeNotes },
];

/** Builds the pages that packages contain, where their sources changed. Throws when that fails. */
export async function buildPages(): Promise<void> {
  await buildStale();
  const site = buildSite(hubSite);
  if (!site.ok) throw new Error(site.reason);
}

async function makePackages({ folder, work, version, repository }: Release): Promise<void> {
  const packages = join(work, "npm");
  for (const path of await makeNpmPackages(packages, repository)) {
    copyFileSync(path, join(folder, basename(path)));
  }
  const sbom = join(packages, "scanhook/sbom.cdx.json");
  copyFileSync(sbom, join(folder, `scanhook-${version}.cdx.json`));
}

async function makeDebianPackages({ folder, work, ...parts }: Release): Promise<void> {
  const npmPackage = join(work, "npm/scanhook");
  for (const architecture of architectures) {
    await makeDebianPackage(folder, { ...parts, npmPackage, architecture });
  }
}

async function makeContainerImages({ folder, work, ...parts }: Release): Promise<void> {
  const npmPackage = join(work, "npm/scanhook");
  for (const architecture of architectures) {
    await makeContainerImage(folder, { ...parts, npmPackage, architecture });
  }
}

async function writeNotes({ folder, version }: Release): Promise<void> {
  const text = findNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  writeFileSync(join(folder, "NOTES.md"), text);
}

/**
 * Returns the notes of a version: its part of the changelog, or the unreleased changes until it is
 * dated there.
 */
export function findNotes(changelog: string, version: string): string {
  const releases = parseChangelog(changelog);
  const release =
    releases.find((one) => one.version === version) ??
    releases.find((one) => one.version === "Unreleased");
  const title = `Scanhook ${version}${release?.date ? ` (${release.date})` : ", not released yet"}`;
  return `# ${title}\n\n${release?.markdown ?? ""}\n`;
}
