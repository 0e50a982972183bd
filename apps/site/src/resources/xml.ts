/** A serialized XML element. */
export type Element = { readonly xml: string };
type Content = Element | string;

/** Builds an XML element. Escapes attributes and text; inserts nested elements unchanged. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly Content[]
): Element {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value)}"`,
  );
  const children = content.map((part) => (typeof part === "string" ? escapeXml(part) : part.xml));
  const start = `<${name}${attributeTexts.join("")}`;
  if (children.length === 0) return { xml: `${start}/>` };
  const isTree = content.every((part) => typeof part !== "string");
  const body = isTree ? `\n${children.join("\n")}\n` : children.join("");
  return { xml: `${start}>${body}</${name}>` };
}

export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would normalize a bare carriage return to a line feed.
  "\r": "&#13;",
};

/** Replaces characters that XML 1.0 forbids even when escaped with U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"\r]/g, (character) => entities[character]!);
}
