// The pages of docs/reference agree with the code.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createUsage } from "../apps/cli/src/input/usage.ts";
import { type CommandName, summaries } from "../apps/cli/src/summaries.ts";
import { parseConfigFile } from "../apps/hub/src/config-file/parse.ts";
import { kinds } from "../apps/hub/src/destinations/kinds.ts";
import { blogIndex } from "./reference/blog-index.ts";
import { printHelp } from "./reference/command.ts";
import { exampleFile } from "./reference/destination-examples.ts";
import { anchor, code, fence, prose, table } from "./reference/markdown.ts";
import { makeReference } from "./reference/pages.ts";
import { parseUsage } from "./reference/usage-text.ts";

const folder = new URL("../docs/reference/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const advice = "docs/reference differs from the code; run: node scripts/make-reference.ts";

test("the reference pages match the code, and generating them twice gives the same text", async () => {
  const generated = await makeReference();
  expect(readdirSync(fileURLToPath(folder)).sort(), advice).toEqual([...generated.keys()].sort());
  for (const [name, text] of generated)
    expect(read(name) === text, `${name}: ${advice}`).toBe(true);
  expect(await makeReference()).toEqual(generated);
});

test("the blog lists its posts with the newest first", () => {
  const listed = readFileSync(new URL("../docs/blog/index.md", import.meta.url), "utf8");
  expect(listed === blogIndex(), advice.replace("reference", "blog")).toBe(true);
  const dates = [...listed.matchAll(/^\*(.*)\.\*/gm)].map(([, date]) => Date.parse(`${date} UTC`));
  expect(dates.length).toBeGreaterThan(2);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
});

test("each page has a front matter, distinct headings, tables with equal rows, and links that lead to a heading", () => {
  const pages = readdirSync(fileURLToPath(folder));
  const headings = new Map(pages.map((name) => [name, listAnchors(read(name))]));
  for (const name of pages) {
    const text = read(name);
    const frontMatter = parse(/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? "");
    expect(frontMatter).toEqual({
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/^.{20,160}\.$/),
      tags: expect.arrayContaining([expect.stringMatching(/^[a-z ]+$/)]),
      sidebar: { order: expect.any(Number) },
    });
    expect(new Set(headings.get(name)).size, name).toBe(headings.get(name)?.length);
    const textOutsideFences = removeFences(text);
    for (const [link, file = "", fragment = ""] of textOutsideFences.matchAll(
      /\]\(([\w-]*(?:\.md)?)(?:#([^)]+))?\)/g,
    )) {
      const target = headings.get(file === "" ? name : file);
      expect(target, `${name}: ${link}`).toBeDefined();
      if (fragment !== "") expect(target, `${name}: ${link}`).toContain(fragment);
    }
    for (const rows of textOutsideFences.match(/(?:^\|.*\|\n)+/gm) ?? []) {
      const widths = rows
        .trim()
        .split("\n")
        .map((row) => row.split(/(?<!\\)\|/).length);
      expect(new Set(widths).size, `${name}: ${rows}`).toBe(1);
    }
  }
});

const commandNames = (Object.keys(summaries) as CommandName[]).filter((name) => name !== "help");

test.each(commandNames)("the whole help of %s is on the page", async (name) => {
  const help = await printHelp(name);
  const { options, after, ...usage } = parseUsage(help);
  const table = Object.fromEntries(options.map(({ name, ...option }) => [name, option]));
  const usageOptions = { ...usage, options: table, after: after.join("\n\n") };
  expect(createUsage(name, usageOptions).help).toBe(help);
});

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "the hub accepts the settings file that is shown for %s",
  (_name, kind) => {
    const yaml = exampleFile(kind);
    const secrets: Record<string, string> = { url: "https://example.org/hook/secret" };
    const env = Object.fromEntries(
      [...yaml.matchAll(/(\w+): \$\{(\w+)\}/g)].map(([, field = "", name = ""]) => [
        name,
        secrets[field] ?? "123456:secret",
      ]),
    );
    expect(parseConfigFile(yaml, { path: "scanhook.yaml", env })).toMatchObject({ ok: true });
  },
);

test("any text stays in one table cell, one code span and one code block", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, other) => {
      const [, , row] = table(["a", "b"], [[prose(text) || "-", code(other) || "-"]]).split("\n");
      expect(row).toBeDefined();
      const block = fence("text", text);
      const ticks = /^`+/.exec(block)![0];
      const inside = block.split("\n").slice(1, -1);
      expect(inside.every((line) => !line.startsWith(ticks))).toBe(true);
    }),
  );
});

test("machine words in a sentence become code, and everything else is escaped", () => {
  expect(prose('Say "scanhook help serve", or --data DIR with <data>/x.pem *now*.')).toBe(
    "Say `scanhook help serve`, or `--data DIR` with `<data>/x.pem` \\*now\\*.",
  );
  expect(prose("see https://example.org/codes/{{ content }}.")).toBe(
    "see `https://example.org/codes/{{ content }}`.",
  );
  expect(prose("such as `{{ x }}` and X-Forwarded-*: <b>")).toBe(
    "such as `{{ x }}` and `X-Forwarded-*`: \\<b>",
  );
});

function listAnchors(text: string): string[] {
  return [...removeFences(text).matchAll(/^#{2,} (.+)$/gm)].map(([, heading = ""]) =>
    anchor(heading),
  );
}

function removeFences(text: string): string {
  return text.replace(/^(`{3,})\w*\n.*?^\1$/gms, "");
}
