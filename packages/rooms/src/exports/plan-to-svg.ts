import { drawPlan } from "../drawing/draw-plan.ts";
import {
  type Drawing,
  type Label,
  layers,
  listSheetTexts,
  type Shape,
  toSheet,
} from "../drawing/drawing.ts";
import type { PlanWords } from "../drawing/plan-words.ts";
import { fontSize } from "../drawing/text-block.ts";
import type { Point } from "../geometry/point.ts";
import type { SettledPlan } from "../settle-plan.ts";

/**
 * Returns a plan as an SVG file (SVG 1.1) in millimeters of paper: A4, or Letter for imperial
 * units, at a usual scale.
 */
export function planToSvg(settled: SettledPlan, words?: PlanWords): string {
  const drawing = drawPlan(settled, words);
  const { width, height } = drawing.sheet;
  const groups = layers.map(
    (layer) =>
      `<g id="${layer}" ${styles[layer]}>\n${drawing.shapes
        .filter((shape) => shape.layer === layer)
        .map((shape) => `${toElement(shape, drawing)}\n`)
        .join("")}</g>\n`,
  );
  const texts = listSheetTexts(drawing).map(
    ({ x, y, size, text }) =>
      `<text x="${x}" y="${formatNumber(height - y)}" font-size="${formatNumber(size)}" text-anchor="start">${escapeXml(text)}</text>\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${formatNumber(width)}mm" height="${formatNumber(height)}mm" viewBox="0 0 ${formatNumber(width)} ${formatNumber(height)}" role="img" font-family="Helvetica, Arial, sans-serif">
<title>${escapeXml(drawing.title)}</title>
<desc>${escapeXml(drawing.summary)}</desc>
<rect width="100%" height="100%" fill="#fff"/>
${groups.join("")}<g id="title" fill="#000">
${texts.join("")}</g>
</svg>
`;
}

const styles = {
  furniture: 'stroke="#aaa" stroke-width="0.13" fill="none"',
  walls: 'stroke="#222" stroke-width="0.35" fill="#777"',
  doors: 'stroke="#222" stroke-width="0.25" fill="none"',
  windows: 'stroke="#0b5cad" stroke-width="0.25" fill="none"',
  openings: 'stroke="#555" stroke-width="0.2" fill="none"',
  dimensions: 'stroke="#555" stroke-width="0.13" fill="none"',
  texts: 'fill="#000"',
};

function toElement(shape: Shape, { sheet }: Pick<Drawing, "sheet">): string {
  const toPosition = (point: Point) => {
    const { x, y } = toSheet(sheet, point);
    return { x: formatNumber(x), y: formatNumber(sheet.height - y) };
  };
  const millimeters = (meters: number) => formatNumber((meters * 1000) / sheet.ratio);
  switch (shape.kind) {
    case "area": {
      const points = shape.corners.map(
        (corner) => `${toPosition(corner).x},${toPosition(corner).y}`,
      );
      return `<polygon points="${points.join(" ")}" stroke="#777" stroke-width="0.1"/>`;
    }
    case "line": {
      const [from, to] = [toPosition(shape.from), toPosition(shape.to)];
      const dashes = shape.dashed ? ' stroke-dasharray="1.5 1"' : "";
      return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"${dashes}/>`;
    }
    case "arc": {
      const { center, radius } = shape;
      const [start, end] = [shape.start, shape.end].map((angle) =>
        toPosition({
          x: center.x + radius * Math.cos(angle),
          y: center.y + radius * Math.sin(angle),
        }),
      );
      const size = millimeters(radius);
      return `<path d="M${start!.x} ${start!.y}A${size} ${size} 0 0 0 ${end!.x} ${end!.y}"/>`;
    }
    case "text":
      return toTextElement(shape, { sheet }, shape.layer === "furniture" ? "#888" : "#000");
    case "dimension": {
      const lines = shape.lines.map((line) =>
        toElement({ kind: "line", layer: shape.layer, ...line }, { sheet }),
      );
      return [...lines, toTextElement(shape.text, { sheet }, "#000")].join("\n");
    }
  }
}

function toTextElement(
  { middle, height, angle, text }: Label,
  { sheet }: Pick<Drawing, "sheet">,
  color: string,
): string {
  const { x, y } = toSheet(sheet, middle);
  const position = `${formatNumber(x)} ${formatNumber(sheet.height - y)}`;
  const rotation = angle === 0 ? "" : ` rotate(${formatNumber((-angle * 180) / Math.PI)})`;
  const size = formatNumber((height * fontSize * 1000) / sheet.ratio);
  return `<text transform="translate(${position})${rotation}" dy="0.35em" font-size="${size}" text-anchor="middle" stroke="none" fill="${color}">${escapeXml(text)}</text>`;
}

/** Formats a number of millimeters with at most three decimal places. */
const formatNumber = (value: number) => `${Number(value.toFixed(3)) || 0}`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML. Replaces characters that XML 1.0 does not allow by U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (character) => entities[character]!);
}
