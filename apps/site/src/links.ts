import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { Nodes } from "mdast";
import { anchorsOf, parseMarkdown, walk } from "./markdown-tree.ts";
import type { Page } from "./page.ts";

/** The target of a link. */
type Target =
  | { kind: "elsewhere"; url: string }
  | { kind: "page"; page: Page; anchor: string }
  /** A file of the project that is not a page: source code, an example, a picture. */
  | { kind: "file"; file: string }
  | { kind: "broken"; reason: string };

/** Resolves a link in `file`, relative to that file or to the root of the site (`/demo/`). */
export function resolveLink(
  url: string,
  file: string,
  pages: readonly Page[],
  root: string,
): Target {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return { kind: "elsewhere", url };
  const [address = "", anchor = ""] = url.split(/#(.*)/s);
  if (address.startsWith("/")) {
    const page = pages.find(({ path }) => `/${path}` === address);
    return page
      ? { kind: "page", page, anchor }
      : { kind: "broken", reason: `there is no page ${address}` };
  }
  const target =
    address === "" ? file : posix.join(posix.dirname(file), decodeURIComponent(address));
  const page = pages.find((page) => page.file === target);
  if (page) return { kind: "page", page, anchor };
  if (!target.startsWith("..") && existsSync(`${root}/${target}`)) {
    return { kind: "file", file: target.replace(/\/$/, "") };
  }
  return { kind: "broken", reason: `there is no file ${target}` };
}

/** Returns every broken link and picture, with file and line. */
export function findBrokenLinks(
  pages: readonly Page[],
  root: string,
  read: (file: string) => string,
): string[] {
  const trees = new Map(
    pages
      .filter(({ file }) => file.endsWith(".md"))
      .map(({ file }) => [file, parseMarkdown(read(file))]),
  );
  const anchors = new Map([...trees].map(([file, tree]) => [file, anchorsOf(tree)]));
  const broken: string[] = [];
  for (const [file, tree] of trees) {
    for (const node of walk(tree)) {
      if (!hasUrl(node)) continue;
      const target = resolveLink(node.url, file, pages, root);
      const prefix = `${file}:${node.position?.start.line}: “${node.url}” leads nowhere:`;
      if (target.kind === "broken") broken.push(`${prefix} ${target.reason}.`);
      if (target.kind !== "page" || target.anchor === "") continue;
      const pageAnchors = anchors.get(target.page.file);
      if (pageAnchors && !pageAnchors.has(decodeURIComponent(target.anchor)))
        broken.push(`${prefix} ${target.page.file} has no heading #${target.anchor}.`);
    }
  }
  return broken;
}

function hasUrl(node: Nodes): node is Extract<Nodes, { url: string }> {
  return node.type === "link" || node.type === "image" || node.type === "definition";
}
