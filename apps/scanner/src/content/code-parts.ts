import { formatGs1Value, type Gs1Part, parseGs1, parseSupplierLabel } from "@scanhook/content";
import { pageLocale } from "@scanhook/texts/reader";
import { moreTexts } from "../texts/more.ts";

/**
 * Lists the parts of a GS1 code, a GS1 Digital Link or a supplier's label, each with its name and
 * identifier; none for any other text.
 */
export function listCodeParts(text: string): { label: string; value: string }[] {
  const parts: readonly Gs1Part[] = parseGs1(text) ?? parseSupplierLabel(text) ?? [];
  return parts.map((part) => ({
    label: [part.identifier && `(${part.identifier})`, part.name].filter(Boolean).join(" "),
    value: [formatGs1Value(part, pageLocale()), ...listProblems(part)].join(" · "),
  }));
}

function listProblems({ malformed, wrongCheckDigit }: Gs1Part): string[] {
  const { content } = moreTexts;
  if (malformed) return [content.malformed];
  return wrongCheckDigit ? [content.wrongCheckDigit] : [];
}
