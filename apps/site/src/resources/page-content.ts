import type { Nodes } from "mdast";
import { markdownToHtml } from "satteri";
import { resolveLink } from "../links.ts";
import { markdownFeatures, parseMarkdown, walk } from "../markdown-tree.ts";
import type { Publication, PublishedPage } from "./publication.ts";

/**
 * Returns the absolute address of a project picture on the site, or undefined if the site does not
 * have it.
 */
export type PictureAddress = (file: string) => string | undefined;

/**
 * Returns the Markdown of a page with absolute links and pictures, for readers outside the site.
 */
export function toMarkdown(
  page: PublishedPage,
  site: Publication,
  pictures: PictureAddress,
): string {
  const { markdown } = page;
  const edits: Edit[] = [];
  for (const node of walk(parseMarkdown(markdown))) {
    if (node.type !== "link" && node.type !== "image" && node.type !== "definition") continue;
    const address = absoluteAddress(node.url, page, site, pictures);
    if (address === node.url) continue;
    edits.push(
      ...(address === undefined ? withoutLink(node) : withAddress(node, address, markdown)),
    );
  }
  return applyEdits(markdown, edits);
}

/** Converts Markdown to HTML without relative addresses or styles. */
export function toHtml(markdown: string): string {
  return markdownToHtml(markdown, { features: { ...markdownFeatures } }).html.trim();
}

/** Returns the absolute address of a link, or undefined if its target has no address. */
function absoluteAddress(
  url: string,
  page: PublishedPage,
  site: Publication,
  pictures: PictureAddress,
): string | undefined {
  const target = resolveLink(url, page.file, site.pages, site.root);
  switch (target.kind) {
    case "page": {
      const pageUrl = site.pages.find(({ path }) => path === target.page.path)!.url;
      return target.anchor ? `${pageUrl}#${target.anchor}` : pageUrl;
    }
    case "file": {
      const picture = pictures(target.file);
      return picture ?? (site.source && `${site.source.replace(/\/$/, "")}/${target.file}`);
    }
    case "elsewhere":
      return url;
    case "broken":
      return undefined;
  }
}

type Edit = { start: number; end: number; text: string };
type LinkNode = Extract<Nodes, { type: "link" | "image" | "definition" }>;

/** Returns the edits that replace the address between the text of a link and the node's end. */
function withAddress(node: LinkNode, address: string, markdown: string): Edit[] {
  const { textEnd, end } = offsetsOf(node);
  const opening = node.type === "definition" ? "\\]:" : "\\]\\(";
  const match = new RegExp(`^[^]*?${opening}\\s*(<[^>]*>|[^\\s)]+)`).exec(
    markdown.slice(textEnd, end),
  );
  const oldAddress = match?.[1];
  if (!match || oldAddress === undefined) return [];
  const start = textEnd + match[0].length - oldAddress.length;
  return [{ start, end: start + oldAddress.length, text: address }];
}

function withoutLink(node: LinkNode): Edit[] {
  const { start, textEnd, end } = offsetsOf(node);
  if (node.type === "image") return [{ start, end, text: node.alt ?? "" }];
  if (node.type === "definition") return [{ start, end, text: "" }];
  return [
    { start, end: start + 1, text: "" },
    { start: textEnd, end, text: "" },
  ];
}

function offsetsOf(node: LinkNode): { start: number; textEnd: number; end: number } {
  const start = node.position?.start.offset ?? 0;
  const last = "children" in node ? node.children.at(-1) : undefined;
  return {
    start,
    textEnd: last?.position?.end.offset ?? start,
    end: node.position?.end.offset ?? start,
  };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (result, { start, end, text }) => result.slice(0, start) + text + result.slice(end),
      text,
    );
}
