import fc from "fast-check";
import type { Nodes, RootContent } from "mdast";
import { describe, expect, test } from "vitest";
import { parseMarkdown, textOf } from "../markdown-tree.ts";
import { publicationOf } from "../testing/publication.ts";
import { llms, llmsFull, toTwin } from "./llms.ts";

const site = publicationOf([
  { path: "", title: "Scanhook", description: "Scans *go* on." },
  { path: "webhook/payload/", section: "webhook", title: "Payload [JSON]" },
  { path: "project/architecture/", section: "project" },
  { path: "blog/first/", section: "blog", date: "2026-10-01" },
]);
const noPictures = () => undefined;

describe("llms", () => {
  test("follows llmstxt.org: a heading, a quote, sections with one link per line, Optional last", () => {
    const { children } = parseMarkdown(llms(site));
    expect(children.map(({ type }) => type)).toEqual([
      "heading",
      "blockquote",
      "paragraph",
      "heading",
      "list",
      "heading",
      "list",
      "heading",
      "list",
    ]);
    expect(children.filter(({ type }) => type === "heading").map(textOf)).toEqual([
      "Scanhook",
      "Overview",
      "The webhook",
      "Optional",
    ]);
    expect(linksOf(children)).toEqual([
      ["Scanhook", "https://y.example/x/index.md"],
      ["Payload [JSON]", "https://y.example/x/webhook/payload.md"],
      ["project/architecture/", "https://y.example/x/project/architecture.md"],
      ["blog/first/", "https://y.example/x/blog/first.md"],
    ]);
  });

  test("keeps any title and description on one line", () => {
    const words = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => /\S/.test(text));
    fc.assert(
      fc.property(words, words, (title, description) => {
        const { children } = parseMarkdown(
          llms(publicationOf([{ path: "a/", section: "start", title, description }])),
        );
        const list = children.find((node) => node.type === "list");
        expect(list?.children).toHaveLength(1);
        expect(linksOf(children)).toEqual([[expect.any(String), "https://y.example/x/a.md"]]);
      }),
    );
  });

  test("includes every page in the full text, identical to its Markdown", () => {
    const full = llmsFull(site, noPictures);
    for (const page of site.pages) expect(full).toContain(toTwin(page, site, noPictures).trim());
  });
});

function linksOf(nodes: RootContent[]): [string, string][] {
  const links = (node: Nodes): [string, string][] =>
    node.type === "link"
      ? [[textOf(node), node.url]]
      : "children" in node
        ? node.children.flatMap(links)
        : [];
  return nodes.filter(({ type }) => type === "list").flatMap(links);
}
