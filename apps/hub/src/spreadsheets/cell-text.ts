import { formatNumber, general, type NumberFormat } from "./number-format.ts";
import { unescapeText } from "./shared-strings.ts";

/** The facts that the texts of cells depend on. */
export type CellContext = {
  formats: readonly NumberFormat[];
  is1904: boolean;
  strings: readonly string[];
};

/**
 * A cell as a sheet writes it: its type, the number of its style, and its value. `inline` is the
 * text of one that holds it itself.
 */
export type RawCell = {
  type: string;
  style: string | undefined;
  value: string | undefined;
  inline: string;
  isFormula: boolean;
};

/**
 * Returns the text of a cell as a person sees it (ECMA-376, part 1, 18.3.1.4 and 18.18.11). Of a
 * formula, it is the result that the file keeps. `error` says why there is none.
 */
export function toCellText(
  { type, style, value, inline, isFormula }: RawCell,
  { formats, is1904, strings }: CellContext,
): { text: string; error?: string } {
  if (type === "inlineStr") return { text: inline };
  if (value === undefined || value === "")
    return isFormula && type !== "str"
      ? { text: "", error: "a formula without a result" }
      : { text: "" };
  if (type === "s") return { text: strings[Number(value)] ?? "" };
  if (type === "str") return { text: unescapeText(value) };
  if (type === "b") return { text: value === "1" || value === "true" ? "true" : "false" };
  if (type === "e") return { text: "", error: value.slice(0, 20) };
  if (type === "d") return { text: formatIsoDate(value) };
  const format = style === undefined ? general : (formats[Number(style)] ?? general);
  const text = formatNumber(value, format, { is1904 });
  return text === undefined ? { text: "", error: "no number" } : { text };
}

/** Returns a time in ISO 8601, in which strict files write dates, as other cells show theirs. */
function formatIsoDate(value: string): string {
  return value
    .slice(0, 40)
    .replace(/Z$/, "")
    .replace(/\.\d+$/, "")
    .replace(/T00:00(:00)?$/, "")
    .replace("T", " ");
}
