import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseChangelog } from "../../../apps/site/src/resources/changelog.ts";
import { earlierReleases } from "./earlier-releases.ts";

const root = join(import.meta.dirname, "../../..");

test("the walk of upgrades begins at every release that came before this version", () => {
  const { version } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
  const changelog = parseChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  const released = changelog.filter(({ date }) => date).map((release) => release.version);
  const earlier = released.filter((released) => released !== version).reverse();
  expect(earlier.length).toBeGreaterThan(0);
  const walked = earlierReleases.map((release) => release.version);
  expect(walked.filter((walked) => walked !== version)).toEqual(earlier);
});
