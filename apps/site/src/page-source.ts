import { parse } from "yaml";
import { parseMarkdown, textOf } from "./markdown-tree.ts";

/** What a Markdown file says about itself. */
export type PageSource = {
  title: string;
  /** One sentence. */
  description: string;
  tags: string[];
  /** Its place in its section; pages without one follow by title. */
  order?: number;
  /** Its name in the navigation, where the title is too long. */
  label?: string;
  /** Of a blog post: `2026-11-21`. */
  date?: string;
  /** Without frontmatter and without the heading that is the title. */
  markdown: string;
};

const known = ["title", "description", "tags", "sidebar", "date"];

/**
 * Reads the frontmatter of a page. The title may be its first heading instead, and a page without frontmatter is
 * described by its first sentence.
 */
export function readPageSource(
  text: string,
): { ok: true; page: PageSource } | { ok: false; reason: string } {
  const tree = parseMarkdown(text);
  const [first] = tree.children;
  const frontmatter = first?.type === "yaml" ? first : undefined;
  const given = frontmatter ? parseFrontmatter(frontmatter.value) : { ok: true as const, data: {} };
  if (!given.ok) return given;
  const { data } = given;

  const heading = tree.children.find((node) => node.type === "heading" && node.depth === 1);
  const title = data.title ?? (heading && textOf(heading));
  if (!title) return { ok: false, reason: "It has neither a title nor a heading of depth 1." };
  const paragraph = tree.children.find((node) => node.type === "paragraph");
  const description = data.description ?? firstSentence(paragraph ? textOf(paragraph) : title);

  const end = (node: typeof heading | typeof frontmatter) => node?.position?.end.offset ?? 0;
  const start = heading?.position?.start.offset ?? end(frontmatter);
  const markdown = text.slice(end(frontmatter), start) + text.slice(Math.max(end(heading), start));
  const { tags = [], sidebar: { order, label } = {}, date } = data;
  return {
    ok: true,
    page: {
      title,
      description,
      tags,
      ...(order !== undefined && { order }),
      ...(label && { label }),
      ...(date && { date }),
      markdown: `${markdown.trim()}\n`,
    },
  };
}

type Frontmatter = {
  title?: string;
  description?: string;
  tags?: string[];
  sidebar?: { order?: number; label?: string };
  date?: string;
};

function parseFrontmatter(
  yaml: string,
): { ok: true; data: Frontmatter } | { ok: false; reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const;
  let data: unknown;
  try {
    data = parse(yaml) ?? {};
  } catch (error) {
    return no(`Its frontmatter is no YAML: ${error instanceof Error ? error.message : error}`);
  }
  if (!isRecord(data)) return no("Its frontmatter has to be a list of names and values.");
  const { title, description, tags, sidebar = {}, date } = data;
  const stranger = Object.keys(data).find((key) => !known.includes(key));
  if (stranger) return no(`Its frontmatter has “${stranger}”; it may have ${known.join(", ")}.`);
  for (const [key, value] of Object.entries({ title, description, date }))
    if (value !== undefined && (typeof value !== "string" || value.trim() === ""))
      return no(`“${key}” in its frontmatter has to be a text.`);
  if (typeof date === "string" && !/^\d{4}-\d\d-\d\d$/.test(date))
    return no("“date” in its frontmatter has to look like 2026-11-21.");
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === "string")))
    return no("“tags” in its frontmatter has to be a list of texts.");
  if (
    !isRecord(sidebar) ||
    !["undefined", "number"].includes(typeof sidebar.order) ||
    !["undefined", "string"].includes(typeof sidebar.label) ||
    Object.keys(sidebar).some((key) => key !== "order" && key !== "label")
  )
    return no("“sidebar” in its frontmatter may have order, a number, and label, a text.");
  return { ok: true, data: data as Frontmatter };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}
