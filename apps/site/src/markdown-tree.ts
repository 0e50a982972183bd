import GithubSlugger from "github-slugger";
import type { Nodes, Root } from "mdast";
import { markdownToMdast } from "satteri";

/** The one Markdown parser for the build and for tests. */
export const markdownFeatures = { gfm: true, smartPunctuation: false } as const;

export function parseMarkdown(source: string): Root {
  return markdownToMdast(source, { features: { ...markdownFeatures, frontmatter: true } }) as Root;
}

/** Yields every node, parents before children. */
export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

export function textOf(node: Nodes): string {
  if ("value" in node && node.type !== "html") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** Returns the anchors of a page as the build makes them. The title heading has none. */
export function anchorsOf(tree: Root): Set<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  for (const node of walk(tree)) {
    if (node.type === "heading" && node.depth > 1) anchors.add(slugger.slug(textOf(node)));
    if (node.type !== "html") continue;
    for (const [, id] of node.value.matchAll(/\bid="([^"]+)"/g)) if (id) anchors.add(id);
  }
  return anchors;
}
