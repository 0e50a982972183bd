import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseChangelog, type Release } from "./changelog.ts";

const example = `All notable changes, newest first.

## [Unreleased]

### Added

- Something \`new\`, over
  two lines.

## [1.2.0] - 2026-11-21

### Added

- One
- Two, [linked](docs/x.md)

### Fixed

- Three

## 1.1.0 - 2026-10-01 [YANKED]

- Without a group

## How versions are counted

- No entry

[1.2.0]: https://example.org/compare
`;

describe("parseChangelog", () => {
  test("reads versions, dates and entries, newest first", () => {
    expect(parseChangelog(example)).toEqual([
      {
        version: "Unreleased",
        yanked: false,
        anchor: "unreleased",
        groups: [{ title: "Added", entries: ["Something new, over\ntwo lines."] }],
        markdown: "### Added\n\n- Something `new`, over\n  two lines.",
      },
      {
        version: "1.2.0",
        date: "2026-11-21",
        yanked: false,
        anchor: "120---2026-11-21",
        groups: [
          { title: "Added", entries: ["One", "Two, linked"] },
          { title: "Fixed", entries: ["Three"] },
        ],
        markdown: "### Added\n\n- One\n- Two, [linked](docs/x.md)\n\n### Fixed\n\n- Three",
      },
      {
        version: "1.1.0",
        date: "2026-10-01",
        yanked: true,
        anchor: "110---2026-10-01-yanked",
        groups: [{ title: "Changed", entries: ["Without a group"] }],
        markdown: "- Without a group",
      },
    ]);
  });

  test("ignores a date that does not exist", () => {
    expect(parseChangelog("## [1.0.0] - 2026-13-41\n")).toMatchObject([{ version: "1.0.0" }]);
    expect(parseChangelog("## [1.0.0] - 2026-13-41\n")[0]!.date).toBeUndefined();
  });

  test("reads back every formatted changelog", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(" "));
    const number = fc.nat(99);
    const release = fc.record({
      version: fc
        .tuple(number, number, number, fc.constantFrom("", "-rc.1", "-beta"))
        .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`),
      date: fc.option(
        fc
          .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
        { nil: undefined },
      ),
      yanked: fc.boolean(),
      groups: fc.array(
        fc.record({
          title: fc.constantFrom("Added", "Changed", "Fixed", "Removed"),
          entries: fc.array(words, { minLength: 1, maxLength: 5 }),
        }),
        { maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(release, { maxLength: 5 }),
        fc.constantFrom("\n", "\r\n"),
        (releases, end) => {
          const parsed = parseChangelog(
            releases.map(formatRelease).join("\n").replaceAll("\n", end),
          );
          expect(
            parsed.map(({ version, date, yanked, groups }) => ({ version, date, yanked, groups })),
          ).toEqual(releases);
          expect(new Set(parsed.map(({ anchor }) => anchor)).size).toBe(parsed.length);
        },
      ),
    );
  });

  test("never throws, and returns only parts of its input", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "## [1.0.0] - 2026-01-01",
        "## [Unreleased]",
        "### Added",
        "- a",
        "# b",
        "```",
        "> ## 2.0.0",
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        for (const release of parseChangelog(text)) {
          expect(text).toContain(release.markdown);
          expect(release.version).toMatch(/^(Unreleased|\d+\.\d+\S*)$/);
        }
      }),
    );
  });
});

function formatRelease({
  version,
  date,
  yanked,
  groups,
}: Pick<Release, "version" | "yanked" | "groups"> & { date: string | undefined }): string {
  const heading = `## [${version}]${date ? ` - ${date}` : ""}${yanked ? " [YANKED]" : ""}`;
  const body = groups.map(
    ({ title, entries }) => `### ${title}\n\n${entries.map((entry) => `- ${entry}`).join("\n")}\n`,
  );
  return [heading, "", ...body].join("\n");
}
