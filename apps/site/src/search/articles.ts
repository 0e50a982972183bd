import GithubSlugger from "github-slugger";
import type { Nodes } from "mdast";
import { withBase } from "../addresses.ts";
import { parseMarkdown, textOf } from "../markdown-tree.ts";
import type { Page } from "../page.ts";
import { sections } from "../sections.ts";
import type { Article } from "./article.ts";

/** Every page as plain text, for `/assets/search-index.json`. */
export function toArticles(pages: readonly Page[], { base }: { base: string }): Article[] {
  return pages.map((page) => {
    const { path, title, description, tags } = page;
    const section = sections.find(({ name }) => name === page.section)?.title;
    return {
      url: withBase(path, base),
      title,
      description,
      ...(section !== undefined && { section }),
      tags,
      ...toPlainText(page.markdown),
    };
  });
}

/** Anchors are made as the build makes them: see `anchorsOf`. */
export function toPlainText(markdown: string): Pick<Article, "headings" | "text"> {
  const slugger = new GithubSlugger();
  const headings: Article["headings"] = [];
  let text = "";
  for (const node of parseMarkdown(markdown).children) {
    const block = blockText(node).trim();
    if (block === "") continue;
    if (text !== "") text += "\n";
    if (node.type === "heading" && node.depth > 1) {
      headings.push({ anchor: slugger.slug(textOf(node)), text: block, at: text.length });
    }
    text += block;
  }
  return { headings, text };
}

const ofBlocks = new Set(["blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/** Blocks on lines of their own, cells of a row side by side; of HTML and frontmatter nothing. */
function blockText(node: Nodes): string {
  if (node.type === "html" || node.type === "yaml") return "";
  if (node.type === "break") return " ";
  if (node.type === "image") return node.alt ?? "";
  if ("value" in node) return node.value;
  if (!("children" in node)) return "";
  const between = node.type === "tableRow" ? " " : ofBlocks.has(node.type) ? "\n" : "";
  const parts = node.children.map(blockText);
  return (between === "" ? parts : parts.filter((part) => part !== "")).join(between);
}
