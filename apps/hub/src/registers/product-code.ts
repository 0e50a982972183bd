import { type Gs1Part, type LabelPart, parseGs1, parseSupplierLabel } from "@scanhook/content";

/** The parts of a bar code about a product: a GS1 code, or the label of a supplier. */
export type ProductCode =
  | { standard: "gs1"; parts: Gs1Part[] }
  | { standard: "label"; parts: LabelPart[] };

/**
 * Parses a text in one of the spellings of `parseGs1` or `parseSupplierLabel`. Returns undefined
 * for any other text, for most of them after a look at the first characters. `now` decides the
 * century of a date.
 */
export function parseProductCode(text: string, now?: Date): ProductCode | undefined {
  if (mayBeGs1(text)) {
    const parts = parseGs1(text, now);
    return parts && { standard: "gs1", parts };
  }
  if (!/^>?\[\)>/.test(text)) return undefined;
  const parts = parseSupplierLabel(text, now);
  return parts && { standard: "label", parts };
}

/** The separator of GS1 element strings. */
const separator = "\u001d";

/** Without any mark, an element string begins with a product, a location or a container. */
const gs1Start = /^(?:\(\d|\]\w\d|https?:\/\/|(?:0[0-3]|402|41\d)\d{13})/i;

function mayBeGs1(text: string): boolean {
  if (gs1Start.test(text) || text.startsWith(separator)) return true;
  return /^\d\d/.test(text) && text.includes(separator);
}
