import { fillScanTemplate } from "../../shaping/scan-template.ts";
import type { Filled } from "../../templates/template.ts";
import { hubTexts } from "../../texts/hub-texts.ts";
import type { Messages } from "../../texts/types/messages.ts";
import type { AlertInput, MessageInput } from "../kind.ts";

/**
 * Returns a template for a title: the word of the verdict with the thing or guest that it is about,
 * or another title for a scan about which no register decided.
 */
export function titleTemplate(withoutVerdict: string): string {
  const name = "verdict.title | default: tagName | default: content | default: identifier";
  const ofVerdict = `{{ verdict.word }} · {{ ${name} | truncate: 60 }}`;
  return `{% if verdict.word %}${ofVerdict}{% else %}${withoutVerdict}{% endif %}`;
}

/**
 * Returns a template for a text: the verdict if there is one, then what was scanned. The content of
 * an act in a register says nothing that its verdict does not say.
 */
export function textTemplate(scanned: string, verdict = "{{ verdict.text }}"): string {
  const isAct = 'verdict.text and tagType == "registerEvent"';
  return `{% if verdict.text %}${verdict}
{% endif %}{% unless ${isAct} %}${scanned}
{% endunless %}{{ date }} · {{ inbox }}{% if user %} · {{ user }}{% endif %}`;
}

/** Returns the template of a chat message in a language, unless the route has its own. */
function createChatTemplate(language?: string): string {
  const tag = quote(readMessages(language).chat.tag);
  return textTemplate(
    `{% if source == "nfc" %}{{ tagName | default: tag | default: ${tag} }}\n{% endif %}{{ content }}`,
    "{{ verdict.word }} · {{ verdict.text }}",
  );
}

/** The template of a chat message in English, unless the route has its own. */
export const chatTemplate: string = createChatTemplate();

/** Returns the texts of ready-made messages in a language, English by default. */
export function readMessages(language = "en"): Messages {
  return hubTexts.read("messages", language);
}

/** Returns a text as a string in a template, which knows no escapes. */
export function quote(text: string): string {
  return `"${text.replaceAll('"', "”")}"`;
}

/**
 * Returns the plain text for a chat message, which the caller must escape. Strangers write the
 * content of codes, so invisible characters and those that change the direction of writing are
 * removed.
 */
export function chatText(
  input: MessageInput,
  createTemplate: (language?: string) => string = createChatTemplate,
): Filled {
  const customTemplate = "template" in input.shape ? input.shape.template : undefined;
  const template = customTemplate ?? createTemplate(input.language);
  const filled = fillScanTemplate(template, input.scan);
  if (!filled.ok) return filled;
  return { ok: true, text: toPlainText(filled.text) || "–" };
}

/** Returns the plain text of an alert, which the caller must escape like that of a scan. */
export function alertText({ alert }: AlertInput): string {
  return toPlainText(alert.message);
}

/** Returns a text without invisible characters and without more than one empty line in a row. */
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
 * Returns the escaped text, truncated with “…” if `measure` returns more than the limit for it. The
 * text is truncated before it is escaped, so no escape sequence is split.
 */
export function fitText(
  text: string,
  limit: number,
  escapeText: (text: string) => string = (text) => text,
  measure: (text: string) => number = (text) => text.length,
): string {
  const escaped = escapeText(text);
  if (measure(escaped) <= limit) return escaped;
  const characters = [...text];
  const truncate = (count: number) =>
    escapeText(`${characters.slice(0, count).join("").trimEnd()}…`);
  // Binary search for the largest number of characters that fits.
  let [fittingCount, tooLargeCount] = [0, characters.length];
  while (tooLargeCount - fittingCount > 1) {
    const middle = Math.floor((fittingCount + tooLargeCount) / 2);
    if (measure(truncate(middle)) <= limit) fittingCount = middle;
    else tooLargeCount = middle;
  }
  return truncate(fittingCount);
}

/** Returns the number of bytes of a text in UTF-8. */
export const byteLength = (text: string): number => Buffer.byteLength(text);

/**
 * Escapes a text outside of web addresses, where escaping would break the link and chats see no
 * markup.
 */
export function escapeOutsideAddresses(text: string, escapeText: (text: string) => string): string {
  return text
    .split(addressPattern)
    .map((segment, index) => (index % 2 === 1 ? segment : escapeText(segment)))
    .join("");
}

const addressPattern = /((?<=^|\s)https?:\/\/[a-z\d.-]+(?::\d+)?(?:[/?#][^\s<>]*)?(?=\s|$))/i;
