import { fillTemplate } from "../../forwarding/template.ts";
import type { Making } from "../kind.ts";

/** What a chat says of a scan when its route does not say it in its own words. */
export const chatTemplate = `{% if source == "nfc" %}{{ tagName | default: tag | default: "A tag" }}
{% endif %}{{ content }}
{{ date }} · {{ inbox }}{% if user %} · {{ user }}{% endif %}`;

/**
 * The text for a chat, plain: whoever shows it has to escape it. Content of a code is written by strangers, so what
 * cannot be seen, or turns the direction of writing, is left out.
 */
export function chatText(
  making: Making,
  template: string = chatTemplate,
): { ok: true; text: string } | { ok: false; reason: string } {
  const own = "template" in making.shape ? making.shape.template : undefined;
  const filled = fillTemplate(own ?? template, making.scan);
  if (!filled.ok) return filled;
  return { ok: true, text: toPlainText(filled.text) || "–" };
}

export function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replace(/\t/g, " ")
    .replace(/(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, "")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * The text as a system wants it escaped, cut between two characters with “…” when it would be longer than the limit;
 * so no escape is ever cut in two. `size` measures what comes out.
 */
export function fitText(
  text: string,
  limit: number,
  escaped: (text: string) => string = (text) => text,
  size: (text: string) => number = (text) => text.length,
): string {
  const whole = escaped(text);
  if (size(whole) <= limit) return whole;
  const characters = [...text];
  const cut = (count: number) => escaped(`${characters.slice(0, count).join("").trimEnd()}…`);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (size(cut(middle)) <= limit) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}

/** Bytes in UTF-8. */
export const bytes = (text: string): number => Buffer.byteLength(text);

/** Escapes what is outside of web addresses: in there it would break the link, and means nothing to a chat. */
export function outsideAddresses(text: string, escaped: (text: string) => string): string {
  return text
    .split(address)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join("");
}

const address = /((?<=^|\s)https?:\/\/[a-z\d.-]+(?::\d+)?(?:[/?#][^\s<>]*)?(?=\s|$))/i;
