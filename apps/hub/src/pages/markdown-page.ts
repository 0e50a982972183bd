import { posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { parse as parseYaml } from "yaml";

/** A page of the docs: the parts of its frontmatter that are used, and its text as Markdown. */
export type MarkdownPage = { title: string; description: string; order: number; text: string };

/**
 * Parses a page. Without a title in its frontmatter, its first line is the title if that is a
 * heading. `order` is Infinity if the frontmatter has none. Never throws.
 */
export function readMarkdownPage(source: string): MarkdownPage {
  const [, yaml = "", text = source] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const { title, description, sidebar } = parseFrontmatter(yaml);
  // Only at the beginning, because farther down such a line may be a comment in an example.
  const heading = /^\s*# (.+)\n/.exec(text);
  const order = (sidebar as { order?: unknown } | undefined)?.order;
  return {
    title: String(title ?? heading?.[1] ?? ""),
    description: String(description ?? ""),
    order: typeof order === "number" ? order : Number.POSITIVE_INFINITY,
    text: heading ? text.replace(heading[0], "") : text,
  };
}

function parseFrontmatter(yaml: string): Record<string, unknown> {
  try {
    return Object(parseYaml(yaml) ?? {});
  } catch {
    return {};
  }
}

/**
 * Renders the text of the page `file` as HTML (GitHub Flavored Markdown). `toAddress` returns the
 * address of a path in the folder of the docs, or undefined if there is no such file; a link to it
 * then becomes plain text.
 */
export function renderMarkdown(
  text: string,
  file: string,
  toAddress: (path: string) => string | undefined,
): string {
  const countByAnchor = new Map<string, number>();
  const resolve = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [path = "", anchor] = href.split("#");
    const address = toAddress(posix.join(posix.dirname(file), path));
    return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = toAnchor(text, countByAnchor);
        return `<h${depth} id="${escapeHtml(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = resolve(href);
        const content = this.parser.parseInline(tokens);
        return address === undefined ? content : `<a href="${escapeHtml(address)}">${content}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = resolve(href);
        return address === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/**
 * Returns the anchor that GitHub gives a heading. The second heading with the same text gets the
 * suffix -1.
 */
function toAnchor(text: string, countByAnchor: Map<string, number>): string {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  const anchor = plain.replace(/[^\p{L}\p{M}\p{N}_ -]/gu, "").replaceAll(" ", "-");
  const count = countByAnchor.get(anchor) ?? 0;
  countByAnchor.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

/** Escapes a text for HTML and the values of its attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
