import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listFiles } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const maxWidth = 100;
const folders = "{packages,apps,examples,e2e,bench,scripts,deploy,docs}/**/*";
const code = "{ts,mjs,js,svelte,astro,css,sql,java,swift,sh,yaml,yml}";

const findTooWide = (patterns: readonly string[], isProse: (line: string) => boolean) =>
  patterns
    .flatMap((pattern) => listFiles(root, pattern))
    .flatMap((file) =>
      readFileSync(`${root}/${file}`, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          isProse(line) && canBeShorter(line) ? [`${file}:${index + 1}`] : [],
        ),
    );

/** Whether the line is too wide and has a space outside of code and markers to break it at. */
function canBeShorter(line: string): boolean {
  if ([...line].length <= maxWidth) return false;
  const text = line.replace(/^\s*(\/\*\*?|\/{2,3}|\*|--|#|<!--|[-*>]|\d+\.)?\s*/, "");
  return text
    .replace(/`[^`]*`/g, "")
    .trim()
    .includes(" ");
}

it("comments end at 100 columns", () => {
  const isDirective = /\b(biome|svelte)-ignore\b|@ts-expect-error/;
  const isCommand = /^# {3}/;
  const isComment = (line: string) =>
    (/^\s*(\/\*|\/\/|\*(?!\/)|--\s|# |<!--)/.test(line) || /\s\/\/ \S/.test(line)) &&
    !isDirective.test(line) &&
    !isCommand.test(line);
  expect(findTooWide([`${folders}.${code}`], isComment)).toEqual([]);
});

it("the prose of pages that people write ends at 100 columns", () => {
  const isHandWritten = (file: string) => !/^docs\/(reference\/|blog\/index)/.test(file);
  const files = ["*.md", `${folders}.md`].flatMap((pattern) => listFiles(root, pattern));
  const tooWide = files.filter(isHandWritten).flatMap((file) =>
    listProse(readFileSync(`${root}/${file}`, "utf8"))
      .filter(({ line }) => canBeShorter(line))
      .map(({ number }) => `${file}:${number}`),
  );
  expect(tooWide).toEqual([]);
});

/** Lists the lines of a page but front matter, code, headings, tables and pictures. */
function listProse(page: string): { line: string; number: number }[] {
  let isCode = false;
  let isFrontMatter = page.startsWith("---\n");
  return page.split("\n").flatMap((line, index) => {
    if (isFrontMatter) {
      if (index > 0 && line === "---") isFrontMatter = false;
      return [];
    }
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      return [];
    }
    return isCode || /^(#|\s*\||\s*<|\s*!\[|\[[^\]]+\]:| {4}\S)/.test(line)
      ? []
      : [{ line, number: index + 1 }];
  });
}
