import type { Font } from "../pdf/font.ts";
import { pointsPerMm } from "../pdf/paper.ts";
import type { DrawnLabel, DrawnText } from "./draw-label.ts";

/**
 * Returns a label as an SVG of its printed size. Its texts are outlines, so that it looks the same
 * with any fonts.
 */
export function toLabelSvg({ width, height, listBoxes, texts }: DrawnLabel, font: Font): string {
  const toMm = (points: number) => `${(points / pointsPerMm).toFixed(3)}mm`;
  const size = `viewBox="0 0 ${width.toFixed(3)} ${height.toFixed(3)}" width="${toMm(width)}" height="${toMm(height)}"`;
  const path = listBoxes().map((box) => {
    const [x, y, across, down] = [box.x, box.y, box.width, box.height].map((each) =>
      each.toFixed(3),
    );
    return `M${x} ${y}h${across}v${down}h-${across}z`;
  });
  const lines = texts.map((text) => drawText(text, font));
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#fff"/><path d="${path.join("")}" shape-rendering="crispEdges"/>${lines.join("")}</svg>\n`;
}

function drawText({ text, x, y, size }: DrawnText, font: Font): string {
  const scale = size / 1000;
  let left = 0;
  const glyphs = [...text].map((character) => {
    const glyph = font.glyphOf(character.codePointAt(0)!);
    const outline = font.outlineOf(glyph);
    const drawn = outline && `<path transform="translate(${Math.round(left)})" d="${outline}"/>`;
    left += font.widthOf(glyph);
    return drawn;
  });
  return `<g transform="translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${scale})">${glyphs.join("")}</g>`;
}
