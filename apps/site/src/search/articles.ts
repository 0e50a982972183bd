import GithubSlugger from "github-slugger";
import type { Nodes } from "mdast";
import { withBase } from "../addresses.ts";
import { parseMarkdown, textOf } from "../markdown-tree.ts";
import type { Page } from "../page.ts";
import { sections } from "../sections.ts";
import type { Article } from "./article.ts";

/** Converts every page to plain text for `/assets/search-index.json`. */
export function toArticles(pages: readonly Page[], { base }: { base: string }): Article[] {
  return pages.map((page) => {
    const { path, title, description, tags } = page;
    const section = sections.find(({ name }) => name === page.section)?.title;
    return {
      url: withBase(path, base),
      title,
      description,
      section,
      tags,
      ...toPlainText(page.markdown),
    };
  });
}

/** Converts Markdown to text and headings. Makes anchors like the build does: see `anchorsOf`. */
export function toPlainText(markdown: string): Pick<Article, "headings" | "text"> {
  const slugger = new GithubSlugger();
  const headings: Article["headings"] = [];
  let text = "";
  for (const node of parseMarkdown(markdown).children) {
    const block = toBlockText(node).trim();
    if (block === "") continue;
    if (text !== "") text += "\n";
    if (node.type === "heading" && node.depth > 1) {
      headings.push({ anchor: slugger.slug(textOf(node)), text: block, at: text.length });
    }
    text += block;
  }
  return { headings, text };
}

const blockContainers = new Set(["blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/**
 * Returns blocks on separate lines and the cells of a row on one line; skips HTML and frontmatter.
 */
function toBlockText(node: Nodes): string {
  if (node.type === "html" || node.type === "yaml") return "";
  if (node.type === "break") return " ";
  if (node.type === "image") return node.alt ?? "";
  if ("value" in node) return node.value;
  if (!("children" in node)) return "";
  const childTexts = node.children.map(toBlockText);
  if (node.type === "tableRow") return joinNonEmpty(childTexts, " ");
  return blockContainers.has(node.type) ? joinNonEmpty(childTexts, "\n") : childTexts.join("");
}

function joinNonEmpty(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== "").join(separator);
}
