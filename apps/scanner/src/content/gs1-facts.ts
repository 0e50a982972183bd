import { formatGs1Value, type Gs1Part, parseGs1 } from "@scanhook/content";
import { moreTexts } from "../texts/more-texts.ts";

/**
 * Lists the parts of a GS1 code or a GS1 Digital Link, each with its name and identifier; none for
 * any other text.
 */
export function listGs1Facts(text: string): { label: string; value: string }[] {
  return (parseGs1(text) ?? []).map((part) => ({
    label: [part.identifier && `(${part.identifier})`, part.name].filter(Boolean).join(" "),
    value: [formatGs1Value(part), ...listProblems(part)].join(" · "),
  }));
}

function listProblems({ malformed, wrongCheckDigit }: Gs1Part): string[] {
  const { content } = moreTexts;
  if (malformed) return [content.malformed];
  return wrongCheckDigit ? [content.wrongCheckDigit] : [];
}
