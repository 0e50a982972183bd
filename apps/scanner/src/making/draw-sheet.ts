import { type PdfPage, toBits } from "@scanhook/documents";
import { dpi } from "./draw-code.ts";
import { nameHeight, type Paper, papers, type SheetLayout } from "./sheet-layout.ts";

const pixelsPerMm = dpi / 25.4;
/** The size of the letters of a name in millimeters. */
const nameSize = 3.2;

/**
 * Draws a page with `count` codes, each with its name below, as a page of a PDF with one bit for
 * each pixel. Without a name, there is none. Throws if the browser cannot draw.
 */
export function drawSheet(
  code: OffscreenCanvas,
  { paper, layout, name, count }: SheetContent,
): PdfPage {
  const size = papers[paper];
  const [width, height] = [toPixels(size.width), toPixels(size.height)];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `${nameSize * pixelsPerMm}px system-ui, "DejaVu Sans", sans-serif`;
  const { columns, cell, left, top } = layout;
  const room = cell.width * pixelsPerMm;
  const line = name && cutToWidth(context, name, room - toPixels(2));
  for (let index = 0; index < count; index++) {
    const middle = toPixels(left + cell.width * ((index % columns) + 0.5));
    const upper = toPixels(top + cell.height * Math.floor(index / columns));
    // On whole pixels, which keep all bars equal.
    context.drawImage(code, middle - Math.floor(code.width / 2), upper);
    if (line) context.fillText(line, middle, upper + code.height + toPixels(nameHeight / 2));
  }
  const picture = { width, height, data: context.getImageData(0, 0, width, height).data };
  return { size, image: { kind: "bits", bytes: toBits(picture), width, height }, words: [] };
}

type SheetContent = {
  paper: Paper;
  layout: SheetLayout;
  name: string | undefined;
  count: number;
};

const toPixels = (millimeters: number) => Math.round(millimeters * pixelsPerMm);

/** Returns a text that is at most so many pixels wide. One that was longer ends in `…`. */
function cutToWidth(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  width: number,
): string {
  const characters = Array.from(text);
  const fits = (line: string) => context.measureText(line).width <= width;
  if (fits(text)) return text;
  while (characters.length > 0 && !fits(`${characters.join("")}…`)) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
