import type { Nodes } from "mdast";
import { markdownToHtml } from "satteri";
import { resolveLink } from "../links.ts";
import { markdownFeatures, parseMarkdown, walk } from "../markdown-tree.ts";
import type { Publication, PublishedPage } from "./publication.ts";

/** Where a picture of the project is on the site, whole; undefined: it is not there. */
export type PictureAddress = (file: string) => string | undefined;

/** A page for readers elsewhere: its Markdown, with every link and picture as a whole address. */
export function toMarkdown(
  page: PublishedPage,
  site: Publication,
  pictures: PictureAddress,
): string {
  const { markdown } = page;
  const edits: Edit[] = [];
  for (const node of walk(parseMarkdown(markdown))) {
    if (node.type !== "link" && node.type !== "image" && node.type !== "definition") continue;
    const address = wholeAddress(node.url, page, site, pictures);
    if (address === node.url) continue;
    edits.push(
      ...(address === undefined ? withoutLink(node) : withAddress(node, address, markdown)),
    );
  }
  return applyEdits(markdown, edits);
}

/** The same as HTML: nothing in it is relative, and it needs no style. */
export function toHtml(markdown: string): string {
  return markdownToHtml(markdown, { features: { ...markdownFeatures } }).html.trim();
}

/** Undefined: nobody can follow it on the site; its text stays. */
function wholeAddress(
  url: string,
  page: PublishedPage,
  site: Publication,
  pictures: PictureAddress,
): string | undefined {
  const target = resolveLink(url, page.file, site.pages, site.root);
  switch (target.kind) {
    case "page": {
      const at = site.pages.find(({ path }) => path === target.page.path)!.url;
      return target.anchor ? `${at}#${target.anchor}` : at;
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
type Linking = Extract<Nodes, { type: "link" | "image" | "definition" }>;

/** Between the end of its text and the end of the node stands the address. */
function withAddress(node: Linking, address: string, markdown: string): Edit[] {
  const { from, end } = placesOf(node);
  const before = node.type === "definition" ? "\\]:" : "\\]\\(";
  const found = new RegExp(`^[^]*?${before}\\s*(<[^>]*>|[^\\s)]+)`).exec(markdown.slice(from, end));
  const written = found?.[1];
  if (!found || written === undefined) return [];
  const start = from + found[0].length - written.length;
  return [{ start, end: start + written.length, text: address }];
}

function withoutLink(node: Linking): Edit[] {
  const { start, from, end } = placesOf(node);
  if (node.type === "image") return [{ start, end, text: node.alt ?? "" }];
  if (node.type === "definition") return [{ start, end, text: "" }];
  return [
    { start, end: start + 1, text: "" },
    { start: from, end, text: "" },
  ];
}

function placesOf(node: Linking): { start: number; from: number; end: number } {
  const start = node.position?.start.offset ?? 0;
  const last = "children" in node ? node.children.at(-1) : undefined;
  return {
    start,
    from: last?.position?.end.offset ?? start,
    end: node.position?.end.offset ?? start,
  };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((done, { start, end, text }) => done.slice(0, start) + text + done.slice(end), text);
}
