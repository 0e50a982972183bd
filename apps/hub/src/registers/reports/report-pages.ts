import type { Font } from "../pdf/font.ts";
import { pointsPerMm } from "../pdf/paper.ts";
import { createSheetPdf } from "../pdf/sheet-pdf.ts";
import { breakLines, measure, replaceUnprintable } from "../pdf/text.ts";

const margin = { side: 15 * pointsPerMm, top: 14 * pointsPerMm, bottom: 17 * pointsPerMm };
const footerY = 9 * pointsPerMm;

/** The distance between lines in multiples of the font size. */
export const lineHeight = 1.3;

/** The height of a line above its baseline, in multiples of the font size. */
const ascent = 0.95;

/** The width of the outline that makes letters bold, in multiples of the font size. */
const boldOutline = 0.035;

/** Printed instead of words in scripts that cannot be printed. */
export const unprintable = "(not printable)";

/** How a text looks. `size` is in points, and `gray` is from 0, black, to 1. */
export type Style = { size: number; gray: number; isBold?: boolean };

const footer: Style = { size: 8, gray: 0.3 };

export type ReportPages = ReturnType<typeof createReportPages>;

/**
 * Creates pages that are written from the top to the bottom, each with its number and a name at its
 * foot. Lengths are in points.
 */
export function createReportPages(
  font: Font,
  { width, height, name }: { width: number; height: number; name: string },
) {
  const pdf = createSheetPdf(font, { width, height, title: name });
  const left = margin.side;
  const innerWidth = width - 2 * margin.side;
  const full: Buffer[] = [];
  let operators = "";
  let top = height - margin.top;
  let number = 1;
  let unprintableTexts = 0;

  const draw = (text: string, x: number, y: number, { size, gray, isBold = false }: Style) => {
    const drawn = pdf.drawText(text, left + x, y, size);
    if (!isBold) return `${gray} g ${drawn}`;
    return `q ${gray} g ${gray} G ${(size * boldOutline).toFixed(2)} w 2 Tr ${drawn}Q\n`;
  };
  const drawFooter = () => {
    const page = `Page ${number} of `;
    const numberWidth = measure([..."Page 0000 of 0000 "], font) * footer.size;
    const shown = replaceUnprintable(name, font, unprintable);
    const [shownName = ""] = breakLines(shown, font, (innerWidth - numberWidth) / footer.size, 1);
    const nameX = innerWidth - measure([...shownName], font) * footer.size;
    const countX = left + measure([...page], font) * footer.size;
    return [
      draw(page, 0, footerY, footer),
      pdf.drawPageCount(countX, footerY, footer.size),
      draw(shownName, nameX, footerY, footer),
    ].join("");
  };
  const closePage = () => full.push(pdf.addPage(operators + drawFooter()));

  return {
    /** The width and height between the margins. */
    width: innerWidth,
    height: height - margin.top - margin.bottom,
    /** Returns the height that is left on the page. */
    left: () => top - margin.bottom,
    countUnprintable: () => unprintableTexts,
    /** Leaves a space free. */
    skip(space: number): void {
      top -= space;
    },
    startPage(): void {
      closePage();
      operators = "";
      top = height - margin.top;
      number += 1;
    },
    /** Returns the width of a text on one line. */
    measureText(text: string, { size }: Style): number {
      return measure([...replaceUnprintable(text, font, unprintable)], font) * size;
    },
    /**
     * Returns the lines of a text that fit in a width, at most `maxLines`. Counts the text if words
     * of it cannot be printed.
     */
    breakText(text: string, { size }: Style, lineWidth: number, maxLines = Infinity): string[] {
      const shown = replaceUnprintable(text, font, unprintable);
      if (shown.includes(unprintable)) unprintableTexts += 1;
      const lines = shown
        .split(/[\r\n]+/)
        .flatMap((paragraph) => breakLines(paragraph, font, lineWidth / size, maxLines));
      return lines.slice(0, maxLines);
    },
    /**
     * Draws lines one below the other without moving on. `x` counts from the left margin, and
     * `down` from the top of what is free. Lines with `endsAt` end there.
     */
    drawLines(
      lines: readonly string[],
      {
        x,
        down,
        style,
        endsAt,
      }: { x: number; down: number; style: Style; endsAt?: number | undefined },
    ): void {
      let y = top - down - style.size * ascent;
      for (const line of lines) {
        const ownX =
          endsAt === undefined ? x : Math.max(x, endsAt - measure([...line], font) * style.size);
        operators += draw(line, ownX, y, style);
        y -= style.size * lineHeight;
      }
    },
    /** Fills the width of the pages down to `height` with a gray. */
    fill(height: number, gray: number): void {
      const box = [left, top - height, innerWidth, height].map((each) => each.toFixed(2));
      operators += `${gray} g ${box.join(" ")} re f\n`;
    },
    /** Draws a line across, `down` below the top of what is free. */
    drawRule(down: number, { x, width, gray }: { x: number; width: number; gray: number }): void {
      const y = (top - down).toFixed(2);
      const ends = [left + x, left + x + width].map((each) => each.toFixed(2));
      operators += `${gray} G 0.5 w ${ends[0]} ${y} m ${ends[1]} ${y} l S\n`;
    },
    /** Returns the bytes of the pages that are full, once. */
    take(): Buffer[] {
      return full.splice(0);
    },
    /** Closes the last page. Returns the remaining bytes and the number of pages. */
    finish(): { bytes: Buffer; pages: number } {
      closePage();
      return { bytes: Buffer.concat([...full.splice(0), pdf.finish()]), pages: number };
    },
  };
}
