/** An element, its attributes, and what is in it: text is escaped, elements are taken as they are. */
export type Element = { readonly xml: string };
type Content = Element | string;

export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly Content[]
): Element {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inside = content.map((part) => (typeof part === "string" ? escapeXml(part) : part.xml));
  const start = `<${name}${given.join("")}`;
  if (inside.length === 0) return { xml: `${start}/>` };
  const isTree = content.every((part) => typeof part !== "string");
  const lines = isTree ? `\n${inside.join("\n")}\n` : inside.join("");
  return { xml: `${start}>${lines}</${name}>` };
}

export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader would take it for a line feed.
  "\r": "&#13;",
};

/** Of characters that XML 1.0 cannot hold, not even escaped, the sign of a missing one is left. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"\r]/g, (character) => entities[character]!);
}
