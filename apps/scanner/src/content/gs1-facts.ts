import { type Gs1Part, parseGs1 } from "@scanhook/content";
import { moreTexts } from "../texts/more-texts.ts";

/**
 * Lists the parts of a GS1 code or a GS1 Digital Link, each with its name and identifier; none for
 * any other text.
 */
export function listGs1Facts(text: string): { label: string; value: string }[] {
  return (parseGs1(text) ?? []).map((part) => ({
    label: [part.identifier && `(${part.identifier})`, part.name].filter(Boolean).join(" "),
    value: [describe(part), ...listProblems(part)].join(" · "),
  }));
}

function describe({ value, text, date, until, amount }: Gs1Part): string {
  if (amount) return `${amount.number} ${amount.unit}`.trim();
  if (date === undefined) return text ?? value;
  return until === undefined ? formatDate(date) : `${formatDate(date)} – ${formatDate(until)}`;
}

/** Formats the date of a code, which has no time zone. */
function formatDate(date: string): string {
  const hasTime = date.includes("T");
  const hasDay = date.length > "2026-12".length;
  return new Intl.DateTimeFormat(undefined, {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
    ...(hasDay && { day: "numeric" }),
    ...(hasTime && { hour: "2-digit", minute: "2-digit" }),
  }).format(new Date(hasTime ? `${date}Z` : date));
}

function listProblems({ malformed, wrongCheckDigit }: Gs1Part): string[] {
  const { content } = moreTexts;
  if (malformed) return [content.malformed];
  return wrongCheckDigit ? [content.wrongCheckDigit] : [];
}
