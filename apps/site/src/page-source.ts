import { parse } from "yaml";
import { parseMarkdown, textOf } from "./markdown-tree.ts";

/** A Markdown file, parsed: its metadata and its text. */
export type PageSource = {
  title: string;
  /** One sentence. */
  description: string;
  tags: string[];
  /** The position within the section. Pages without a position follow, sorted by title. */
  order?: number | undefined;
  /** Short name for the navigation, if the title is too long. */
  label?: string | undefined;
  /** The date of a blog post, such as `2026-11-21`. */
  date?: string | undefined;
  /** The text without frontmatter and without the title heading. */
  markdown: string;
};

const frontmatterKeys = ["title", "description", "tags", "sidebar", "date"];

/**
 * Parses a page. Without frontmatter, the title is the first heading, and the description is the
 * first sentence. `reason` is a sentence.
 */
export function readPageSource(
  text: string,
): { ok: true; page: PageSource } | { ok: false; reason: string } {
  const tree = parseMarkdown(text);
  const [firstNode] = tree.children;
  const frontmatter = firstNode?.type === "yaml" ? firstNode : undefined;
  const parsed = frontmatter
    ? parseFrontmatter(frontmatter.value)
    : { ok: true as const, data: {} };
  if (!parsed.ok) return parsed;
  const { data } = parsed;

  const heading = tree.children.find((node) => node.type === "heading" && node.depth === 1);
  const title = data.title ?? (heading && textOf(heading));
  if (!title)
    return { ok: false, reason: "It has neither a title nor a heading of depth 1; add one." };
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
      order,
      label: label || undefined,
      date: date || undefined,
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
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  let data: unknown;
  try {
    data = parse(yaml) ?? {};
  } catch (error) {
    return refuse(
      `Its frontmatter is not valid YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (!isRecord(data)) return refuse("Its frontmatter must be a YAML mapping.");
  const { title, description, tags, sidebar = {}, date } = data;
  const unknownKey = Object.keys(data).find((key) => !frontmatterKeys.includes(key));
  if (unknownKey)
    return refuse(
      `Its frontmatter has the unknown key “${unknownKey}”; allowed are ${frontmatterKeys.join(", ")}.`,
    );
  for (const [key, value] of Object.entries({ title, description, date }))
    if (value !== undefined && (typeof value !== "string" || value.trim() === ""))
      return refuse(`“${key}” in its frontmatter has to be a text.`);
  if (typeof date === "string" && !/^\d{4}-\d\d-\d\d$/.test(date))
    return refuse("“date” in its frontmatter has to look like 2026-11-21.");
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === "string")))
    return refuse("“tags” in its frontmatter has to be a list of texts.");
  if (
    !isRecord(sidebar) ||
    !["undefined", "number"].includes(typeof sidebar.order) ||
    !["undefined", "string"].includes(typeof sidebar.label) ||
    Object.keys(sidebar).some((key) => key !== "order" && key !== "label")
  )
    return refuse("“sidebar” in its frontmatter may have order, a number, and label, a text.");
  return { ok: true, data: data as Frontmatter };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstSentence(text: string): string {
  const normalized = text.replace(/\s+/g, " ").trim();
  return /^.*?[.!?](?=\s|$)/.exec(normalized)?.[0] ?? normalized;
}
