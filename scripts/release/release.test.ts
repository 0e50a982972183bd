import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseChangelog } from "../../apps/site/src/resources/changelog.ts";
import { run } from "./run.ts";
import { formatSbom } from "./sbom.ts";
import { findNotes } from "./steps.ts";

const changelog = `# Changelog

## Unreleased

- Something new.

## 0.2.0 - 2026-12-01

### Added

- A thing.

## 0.1.0 - 2026-01-01

- The first one.
`;

describe("the notes of a release", () => {
  test("are the part of the changelog with its version and date", () => {
    expect(findNotes(changelog, "0.2.0")).toBe(
      "# Scanhook 0.2.0 (2026-12-01)\n\n### Added\n\n- A thing.\n",
    );
  });

  test("are the unreleased changes while the version has no part", () => {
    expect(findNotes(changelog, "0.3.0")).toBe(
      "# Scanhook 0.3.0, not released yet\n\n- Something new.\n",
    );
  });
});

test("every package has the version of the newest dated release in the changelog", () => {
  const root = join(import.meta.dirname, "../..");
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const { version } = parseChangelog(read("CHANGELOG.md")).find(({ date }) => date)!;
  const files = globSync("{apps,packages}/{*,*/*}/package.json", { cwd: root });
  const manifests = files.filter((file) => !file.includes("node_modules"));
  expect(manifests.length).toBeGreaterThan(9);
  const versions = manifests.map((file) => JSON.parse(read(file)).version);
  expect(versions.filter((one) => one !== undefined && one !== version)).toEqual([]);
});

test("the list of contents has the time of the sources, and expressions of licences as such", () => {
  const texts: string[] = [];
  const packages = [{ name: "@a/b", version: "1.0.0", license: "(MIT OR Apache-2.0)", texts }];
  const bom = JSON.parse(
    formatSbom({ name: "scanhook", version: "0.2.0" }, packages, 1_800_000_000),
  );
  expect(bom.metadata.timestamp).toBe("2027-01-15T08:00:00.000Z");
  expect(bom.metadata.component.purl).toBe("pkg:npm/scanhook@0.2.0");
  expect(bom.components).toEqual([
    {
      "bom-ref": "@a/b@1.0.0",
      type: "library",
      name: "@a/b",
      version: "1.0.0",
      scope: "required",
      purl: "pkg:npm/%40a/b@1.0.0",
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
    },
  ]);
});

test("npm run release says that it publishes nothing", async () => {
  const release = run(process.execPath, [join(import.meta.dirname, "release.ts")], ".");
  await expect(release).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Nothing can be published from here yet; add --dry-run/),
  });
});
