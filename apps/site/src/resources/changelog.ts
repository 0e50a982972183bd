import GithubSlugger from "github-slugger";
import { parseMarkdown, textOf, walk } from "../markdown-tree.ts";

export type Release = {
  /** `1.2.0`, or `Unreleased`. */
  version: string;
  /** Such as `2026-11-21`; absent for unreleased changes. */
  date?: string | undefined;
  yanked: boolean;
  /** The anchor of its heading. */
  anchor: string;
  groups: { title: string; entries: string[] }[];
  /** Everything below its heading, as Markdown. */
  markdown: string;
};

/** Parses a changelog (keepachangelog.com). Skips headings of depth 2 that name no version. */
export function parseChangelog(markdown: string): Release[] {
  const tree = parseMarkdown(markdown);
  const slugger = new GithubSlugger();
  const anchors = new Map(
    [...walk(tree)].flatMap((node) =>
      node.type === "heading" && node.depth > 1 ? [[node, slugger.slug(textOf(node))]] : [],
    ),
  );
  const releases: Release[] = [];
  let current: { release: Release; from: number } | undefined;
  const close = (end: number) => {
    if (current) current.release.markdown = markdown.slice(current.from, end).trim();
    current = undefined;
  };
  for (const node of tree.children) {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === "heading" && node.depth <= 2) {
      close(start);
      const versionHeading = readHeading(textOf(node));
      if (!versionHeading) continue;
      const release = {
        ...versionHeading,
        anchor: anchors.get(node) ?? "",
        groups: [],
        markdown: "",
      };
      releases.push(release);
      current = { release, from: end };
    } else if (current && node.type === "heading" && node.depth === 3) {
      current.release.groups.push({ title: textOf(node).trim(), entries: [] });
    } else if (current && node.type === "list") {
      const { groups } = current.release;
      if (groups.length === 0) groups.push({ title: "Changed", entries: [] });
      for (const item of node.children) groups.at(-1)!.entries.push(textOf(item).trim());
    }
  }
  close(markdown.length);
  return releases;
}

/** Matches `[1.2.0] - 2026-11-21 [YANKED]`, with or without the brackets of a link. */
function readHeading(text: string): Pick<Release, "version" | "date" | "yanked"> | undefined {
  const match =
    /^\[?v?(\d+\.\d+[\w.+-]*|unreleased)\]?(?:\s+[-–—]\s+(\d{4}-\d\d-\d\d))?(\s+\[yanked\])?$/i.exec(
      text.trim(),
    );
  if (!match?.[1]) return undefined;
  const [, version, date, yanked] = match;
  return {
    version: /^unreleased$/i.test(version) ? "Unreleased" : version,
    date: date && !Number.isNaN(Date.parse(date)) ? date : undefined,
    yanked: yanked !== undefined,
  };
}
