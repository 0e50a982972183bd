import GithubSlugger from "github-slugger";
import { parseMarkdown, textOf, walk } from "../markdown-tree.ts";

export type Release = {
  /** `1.2.0`, or `Unreleased`. */
  version: string;
  /** `2026-11-21`; missing for what is not released. */
  date?: string;
  yanked: boolean;
  /** The anchor of its heading. */
  anchor: string;
  groups: { title: string; entries: string[] }[];
  /** All that stands below its heading, as Markdown. */
  markdown: string;
};

/** Reads what keepachangelog.com describes. Headings of depth 2 that name no version belong to none. */
export function parseChangelog(markdown: string): Release[] {
  const tree = parseMarkdown(markdown);
  const slugger = new GithubSlugger();
  const anchors = new Map(
    [...walk(tree)].flatMap((node) =>
      node.type === "heading" && node.depth > 1 ? [[node, slugger.slug(textOf(node))]] : [],
    ),
  );
  const releases: Release[] = [];
  let open: { release: Release; from: number } | undefined;
  const close = (end: number) => {
    if (open) open.release.markdown = markdown.slice(open.from, end).trim();
    open = undefined;
  };
  for (const node of tree.children) {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === "heading" && node.depth <= 2) {
      close(start);
      const named = readHeading(textOf(node));
      if (!named) continue;
      const release = { ...named, anchor: anchors.get(node) ?? "", groups: [], markdown: "" };
      releases.push(release);
      open = { release, from: end };
    } else if (open && node.type === "heading" && node.depth === 3) {
      open.release.groups.push({ title: textOf(node).trim(), entries: [] });
    } else if (open && node.type === "list") {
      const { groups } = open.release;
      if (groups.length === 0) groups.push({ title: "Changed", entries: [] });
      for (const item of node.children) groups.at(-1)!.entries.push(textOf(item).trim());
    }
  }
  close(markdown.length);
  return releases;
}

/** `[1.2.0] - 2026-11-21 [YANKED]`, with or without the brackets of a link. */
function readHeading(text: string): Pick<Release, "version" | "date" | "yanked"> | undefined {
  const found =
    /^\[?v?(\d+\.\d+[\w.+-]*|unreleased)\]?(?:\s+[-–—]\s+(\d{4}-\d\d-\d\d))?(\s+\[yanked\])?$/i.exec(
      text.trim(),
    );
  if (!found?.[1]) return undefined;
  const [, version, date, yanked] = found;
  return {
    version: /^unreleased$/i.test(version) ? "Unreleased" : version,
    ...(date && !Number.isNaN(Date.parse(date)) && { date }),
    yanked: yanked !== undefined,
  };
}
