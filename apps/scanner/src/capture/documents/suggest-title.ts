import { listLines } from "./correct-line.ts";
import type { ReadText } from "./page-text.ts";

/** The longest title that is suggested, in characters. */
const maxLength = 60;
/** How many lines from the top of a page are considered. */
const consideredLines = 15;

/**
 * Returns a title for a document from the text of its first page: a line that names a number or a
 * subject, such as `Invoice 4711`; else the line with the largest print near the top. Skips
 * addresses, page numbers, dates and other lines without a name. Returns undefined if none is left.
 */
export function suggestTitle(pageText: ReadText): string | undefined {
  const lines = listLines(pageText)
    .map(({ line, text }) => ({ text: tidy(text), height: heightOf(pageText, line) }))
    .slice(0, consideredLines)
    .filter(({ text }) => isName(text));
  const named = lines.find(({ text }) => isSubject(text) || hasNumber(text));
  if (named) return shorten(named.text.replace(subjectLabel, ""));
  const largest = Math.max(...lines.map(({ height }) => height));
  // Boxes of lines in one font differ, because not every line has an ascender and a descender.
  const first = lines.find(({ height }) => height >= 0.8 * largest);
  return first && shorten(first.text);
}

/** Labels of subject lines in the languages that the text engine reads. */
const subjectLabel =
  /^(subject|re|betreff|betr\.?|objet|asunto|oggetto|assunto|betreft|onderwerp|temat|dotyczy)\s*[:.]\s*/i;

const isSubject = (text: string) =>
  subjectLabel.test(text) && text.replace(subjectLabel, "") !== "";

/** The names of documents that have a number, in the languages that the text engine reads. */
const documentName =
  /(invoice|receipt|order|quote|quotation|delivery note|statement|contract|policy|rechnung|quittung|auftrag|angebot|lieferschein|vertrag|bescheid|facture|reçu|commande|devis|contrat|factura|recibo|pedido|presupuesto|fattura|ricevuta|ordine|preventivo|fatura|encomenda|factuur|bestelling|offerte|faktura|rachunek|zamówienie|umowa)/iu;

const hasNumber = (text: string) => documentName.test(text) && /\d{2}/.test(text);

/** Whether a line could name a document. */
function isName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters < text.length / 3) return hasNumber(text);
  return ![pageNumber, date, postcode, street, contact].some((pattern) => pattern.test(text));
}

const pageNumber = /^(page|seite|pagina|página|strona|p\.|s\.)\s*\d+/iu;
const date =
  /^([\p{L}.]+,?\s+)?((on|den|le|el|il|em|op|dnia)\s+)?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s+(de\s+)?\p{L}+\.?\s+(de\s+)?\d{4}|\p{L}+\s+\d{1,2},?\s+\d{4})$/iu;
const postcode =
  /^([A-Z]{1,2}-)?\d{4,5}\s+\p{L}|\b[A-Z]{2}\s+\d{5}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$/u;
const street =
  /(straße|strasse|str\.|weg|platz|allee|gasse|street|road|avenue|lane|drive|rue|calle|via|rua|straat|ulica|ul\.)\s.*\d|^\d+[a-z]?,?\s.*\b(street|st\.?|road|rd\.?|avenue|ave\.?|lane|drive|rue|boulevard)\b/iu;
const contact = /@|https?:|www\.|^(tel|phone|fax|telefon|mobil|e-?mail)\b/i;

const tidy = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function heightOf({ words }: ReadText, line: number): number {
  return Math.max(...words.filter((word) => word.line === line).map(({ box }) => box.height));
}

/** Cuts a text between words. */
function shorten(text: string): string {
  const tidied = text.replace(/[\s:;,–-]+$/u, "");
  if (tidied.length <= maxLength) return tidied;
  const cut = tidied.slice(0, maxLength + 1);
  const end = cut.lastIndexOf(" ");
  return (end > 0 ? cut.slice(0, end) : cut.slice(0, maxLength)).toWellFormed();
}
