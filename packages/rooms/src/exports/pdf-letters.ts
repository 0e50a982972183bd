import { drawPlan } from "../drawing/draw-plan.ts";
import { type Drawing, listSheetTexts } from "../drawing/drawing.ts";
import type { PlanWords } from "../drawing/plan-words.ts";
import { measureText } from "../drawing/text-width.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { type PdfFont, readPdfFont } from "./pdf-font.ts";
import { toWinAnsi } from "./win-ansi.ts";

/**
 * Matches characters whose letters stand one after the other. Those of other scripts are joined,
 * reordered or stacked, which this writer does not do.
 */
const plainLetter =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}]$/u;

/** Writes the texts of a PDF in Helvetica or, where letters are missing in it, in another font. */
export type Lettering = {
  /** Returns the operand of `Tj`, the name of the font, and the width at size 1. */
  encode(text: string): { hex: string; font: "F" | "G"; width: number };
  /** The glyphs of the other font that were used, and their characters. */
  glyphs: ReadonlyMap<number, string>;
};

/** Returns the lettering of a file. A character that no font has becomes a question mark. */
export function createLettering(font: PdfFont | undefined): Lettering {
  const glyphs = new Map<number, string>();
  return {
    glyphs,
    encode(text) {
      const characters = listCharacters(text);
      const codes = characters.map(toWinAnsi);
      if (!font || codes.every((code) => code !== undefined)) {
        const hex = codes.map((code) => (code ?? 0x3f).toString(16).padStart(2, "0")).join("");
        return { hex, font: "F", width: measureText(text) };
      }
      const used = characters.map((each) => (canDraw(font, each) ? each : "?"));
      const ids = used.map((each) => font.glyphOf(each.codePointAt(0)!));
      for (const [index, id] of ids.entries()) glyphs.set(id, used[index]!);
      return {
        hex: ids.map((id) => id.toString(16).padStart(4, "0")).join(""),
        font: "G",
        width: ids.reduce((sum, id) => sum + font.widthOf(id), 0) / 1000,
      };
    },
  };
}

const listCharacters = (text: string) => Array.from(text.normalize("NFC"));

const canDraw = (font: PdfFont, character: string) =>
  plainLetter.test(character) && font.glyphOf(character.codePointAt(0)!) !== 0;

/**
 * Returns the characters of a plan that its PDF shows as question marks, each once. `font` is the
 * one that `planToPdf` gets. Without it, these are the ones for which the PDF needs a font.
 */
export function listLettersOutsidePdf(
  settled: SettledPlan,
  font?: Uint8Array,
  words?: PlanWords,
): string[] {
  const characters = new Set(listTexts(drawPlan(settled, words)).flatMap(listCharacters));
  const others = [...characters].filter((each) => toWinAnsi(each) === undefined);
  if (!font || others.length === 0) return others;
  const read = readPdfFont(font);
  return others.filter((each) => !canDraw(read, each));
}

/** The most missing letters that a sentence names. */
const maxNamed = 10;

/** Returns a sentence about the letters of `listLettersOutsidePdf`. */
export function describeMissingLetters(letters: readonly string[]): string {
  const named = letters.slice(0, maxNamed).join(" ");
  const more = letters.length > maxNamed ? " and others" : "";
  return `The PDF shows ${named}${more} as question marks, because its font has Latin, Greek and Cyrillic letters. SVG and DXF keep all letters.`;
}

function listTexts(drawing: Drawing): string[] {
  const shapes = drawing.shapes.flatMap((shape) => {
    if (shape.kind === "text") return [shape.text];
    return shape.kind === "dimension" ? [shape.text.text] : [];
  });
  return [...listSheetTexts(drawing).map(({ text }) => text), ...shapes];
}
