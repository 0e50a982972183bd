/** A page of the reference: what stands in its frontmatter, and its text. */
export type Page = {
  /** Its file in docs/reference, without .md. */
  name: string;
  title: string;
  description: string;
  tags: readonly string[];
  /** Where what it says comes from, for whoever wants to change it. */
  source: string;
  text: string;
};

export function printPage(page: Page, order: number): string {
  const { title, description, tags, source, text } = page;
  const front = [
    `title: ${title}`,
    `description: ${JSON.stringify(description)}`,
    `tags: [${tags.join(", ")}]`,
    `sidebar:\n  order: ${order}`,
  ];
  const note = `<!-- Made by scripts/make-reference.ts from ${source}; do not change by hand. -->`;
  return `---\n${front.join("\n")}\n---\n\n${note}\n\n${text.trim()}\n`;
}

/** Blocks with an empty line between; what is empty or not there is left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** Cells are Markdown already. Columns that are empty in every row are left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const kept = head.map((_, column) => column === 0 || rows.some((row) => row[column] !== ""));
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, column) => kept[column])
      .map((cell) => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " "))
      .join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A block of code; its fence is longer than any in it. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text.replace(/\n+$/, "")}\n${ticks}`;
}

export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** What in a sentence is meant for a machine. */
const machineWords = new RegExp(
  [
    '"(?:scanhook|tag|inbox) [^"\\n]*"',
    "--[a-z][a-z-]*(?:[ =][A-Z]{2,}\\b)?",
    "\\bSCANHOOK_[A-Z_]*\\*?(?:=\\S*\\w)?",
    "<data>[\\w./-]*\\w",
    "\\b(?:X-[\\w*-]+|Retry-After|Content-Type|WWW-Authenticate|Authorization)(?![\\w-])",
    "\\b(?:https?|postgres):\\/\\/(?:\\{\\{[^}]*\\}\\}|[^\\s,;){])+(?<![.:])",
    "(?<![\\w/])\\/(?:api|in|dev|healthz|readyz|metrics|scan)\\b[\\w/{}.?=-]*[\\w}=/]",
    "\\{\\{[^}]*\\}\\}",
    "\\b[\\w-]+\\.(?:pem|yaml|json|key|db)\\b",
    "\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?:\\/\\d+)?",
    "\\b(?:[0-9A-F]{2}:){2,}[0-9A-F]{2}\\b",
    "\\b(?:whsec_|shk_)[\\w…]*",
    "\\b\\d{4}-\\d\\d-\\d\\dT[\\d:]+(?:Z|[+-]\\d\\d:\\d\\d)",
    "#RRGGBB\\b",
    "\\bNoIdentifierInCompatibilityMode\\b",
    "\\bopenPrintTag\\b",
    "(?<!\\S)\\.\\/\\w+",
  ].join("|"),
  "g",
);

/** A sentence of the code's own tables as Markdown: machine words as code, the rest as it stands. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, i) => (i % 2 === 1 ? part : markWords(part)))
    .join("");
}

function markWords(text: string): string {
  let marked = "";
  let from = 0;
  for (const { 0: word, index } of text.matchAll(machineWords)) {
    marked += escapeMarks(text.slice(from, index)) + code(word.replace(/^"|"$/g, ""));
    from = index + word.length;
  }
  return marked + escapeMarks(text.slice(from));
}

function escapeMarks(text: string): string {
  return text.replace(/[\\*[\]<`]/g, "\\$&").replace(/(?<!\w)_|_(?!\w)/g, "\\_");
}

/** The anchor that GitHub and the site give a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll("`", "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

/** The first letter large, a full stop at the end: what a table says in brief, as a sentence. */
export function sentence(text: string): string {
  const first = /^[a-z]+\b(?![:,_-])/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
  return /[.?!…:]$/.test(first) ? first : `${first}.`;
}
