import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseChangelog } from "../../apps/site/src/resources/changelog.ts";
import { buildStale } from "../build.ts";
import { buildSite, hubSite } from "../build-site.ts";
import { makeNpmPackages } from "./npm-packages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `folder` takes the files. `repository` is the public address of the sources, where there is one. */
export type Release = { folder: string; version: string; repository?: string };

/** Writes files of a release. Throws when one cannot be made. `SOURCE_DATE_EPOCH` is the time that files may contain. */
export type Step = { title: string; make(release: Release): Promise<void> };

/** What `npm run release` makes, in this order. */
export const steps: readonly Step[] = [
  { title: "Building the pages", make: buildPages },
  { title: "Packages for npm, with the list of what they contain", make: makePackages },
  { title: "Notes", make: writeNotes },
];

async function buildPages(): Promise<void> {
  await buildStale();
  const site = buildSite(hubSite);
  if (!site.ok) throw new Error(site.reason);
}

async function makePackages({ folder, version, repository }: Release): Promise<void> {
  const packages = join(folder, "npm");
  for (const path of await makeNpmPackages(packages, repository)) {
    copyFileSync(path, join(folder, basename(path)));
  }
  const sbom = join(packages, "scanhook/sbom.cdx.json");
  copyFileSync(sbom, join(folder, `scanhook-${version}.cdx.json`));
  rmSync(packages, { recursive: true });
}

async function writeNotes({ folder, version }: Release): Promise<void> {
  const text = findNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  writeFileSync(join(folder, "NOTES.md"), text);
}

/** Returns the notes of a version: its part of the changelog, or the unreleased changes until it is dated there. */
export function findNotes(changelog: string, version: string): string {
  const releases = parseChangelog(changelog);
  const release =
    releases.find((one) => one.version === version) ??
    releases.find((one) => one.version === "Unreleased");
  const title = `Scanhook ${version}${release?.date ? ` (${release.date})` : ", not released yet"}`;
  return `# ${title}\n\n${release?.markdown ?? ""}\n`;
}
