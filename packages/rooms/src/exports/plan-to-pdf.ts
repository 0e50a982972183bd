import { drawPlan } from "../drawing/draw-plan.ts";
import {
  type Drawing,
  type Layer,
  layers,
  listSheetTexts,
  type Shape,
  toSheet,
} from "../drawing/drawing.ts";
import type { PlanWords } from "../drawing/plan-words.ts";
import { fontSize } from "../drawing/text-block.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { formatNumber, formatTextString, writePdfFile } from "./pdf-file.ts";
import { readPdfFont } from "./pdf-font.ts";
import { listFontObjects } from "./pdf-font-objects.ts";
import { createLettering, type Lettering } from "./pdf-letters.ts";

/**
 * Returns a plan as a PDF file (ISO 32000-1) of one page with vectors and Helvetica: A4, or Letter
 * for imperial units, at a usual scale. Helvetica has the letters of Western Europe. Texts with
 * others use `font`, the bytes of DejaVu Sans or another TrueType font in WOFF 1.0, whose used
 * glyphs become part of the file. `listLettersOutsidePdf` tells which letters become question
 * marks.
 */
export function planToPdf(
  settled: SettledPlan,
  font?: Uint8Array,
  words?: PlanWords,
): Uint8Array<ArrayBuffer> {
  const drawing = drawPlan(settled, words);
  const { width, height } = drawing.sheet;
  const otherFont = font && readPdfFont(font);
  const lettering = createLettering(otherFont);
  const content = [
    // Scales everything that follows to millimeters.
    `${formatNumber(pointsPerMillimeter)} 0 0 ${formatNumber(pointsPerMillimeter)} 0 0 cm 2 J\n`,
    ...layers.map((layer) => drawLayer(layer, drawing, lettering)),
    ...listSheetTexts(drawing).map(({ text, ...place }) => drawText(text, place, lettering)),
  ].join("");
  const hasOtherFont = otherFont && lettering.glyphs.size > 0;
  const fonts = hasOtherFont ? "/F 4 0 R /G 6 0 R" : "/F 4 0 R";
  return writePdfFile([
    "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >> >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${formatNumber(width * pointsPerMillimeter)} ${formatNumber(height * pointsPerMillimeter)}] ` +
      `/Contents 5 0 R /Resources << /Font << ${fonts} >> >> >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...(hasOtherFont ? listFontObjects(otherFont, lettering.glyphs, 6) : []),
    `<< /Title ${formatTextString(drawing.title)} /Producer (Scanhook) >>`,
  ]);
}

const pointsPerMillimeter = 72 / 25.4;

const styles: Record<Layer, string> = {
  furniture: "0.67 G 0.53 g 0.13 w",
  walls: "0.13 G 0.47 g 0.35 w",
  doors: "0.13 G 0.25 w",
  windows: "0.04 0.36 0.68 RG 0.25 w",
  openings: "0.33 G 0.2 w",
  dimensions: "0.33 G 0 g 0.13 w",
  texts: "0 g",
};

function drawLayer(layer: Layer, drawing: Drawing, lettering: Lettering): string {
  const shapes = drawing.shapes.filter((shape) => shape.layer === layer);
  return `q ${styles[layer]}\n${shapes.map((shape) => drawShape(shape, drawing, lettering)).join("")}Q\n`;
}

function drawShape(shape: Shape, drawing: Drawing, lettering: Lettering): string {
  const { sheet } = drawing;
  const formatPosition = (point: { x: number; y: number }) => {
    const { x, y } = toSheet(sheet, point);
    return `${formatNumber(x)} ${formatNumber(y)}`;
  };
  switch (shape.kind) {
    case "area": {
      const steps = shape.corners.map(
        (corner, index) => `${formatPosition(corner)} ${index === 0 ? "m" : "l"}`,
      );
      // The thin edge in the color of the area closes the seam to its neighbors.
      return `q 0.47 G 0.1 w ${steps.join(" ")} b Q\n`;
    }
    case "line": {
      const line = `${formatPosition(shape.from)} m ${formatPosition(shape.to)} l S`;
      return shape.dashed ? `[1.5 1] 0 d ${line} [] 0 d\n` : `${line}\n`;
    }
    case "arc":
      return drawArc(shape, formatPosition);
    case "text": {
      const { x, y } = toSheet(sheet, shape.middle);
      const size = (shape.height * fontSize * 1000) / sheet.ratio;
      return drawText(shape.text, { x, y, size, angle: shape.angle }, lettering);
    }
    case "dimension": {
      const { layer } = shape;
      const lines = shape.lines.map((line): Shape => ({ kind: "line", layer, ...line }));
      const parts: Shape[] = [...lines, { kind: "text", layer, ...shape.text }];
      return parts.map((part) => drawShape(part, drawing, lettering)).join("");
    }
  }
}

/** Draws an arc of up to a quarter circle as one Bézier curve, whose error is below 0.03 %. */
function drawArc(
  { center, radius, start, end }: Extract<Shape, { kind: "arc" }>,
  formatPosition: (point: { x: number; y: number }) => string,
): string {
  const sweep = (end - start + 2 * Math.PI) % (2 * Math.PI);
  const handle = (4 / 3) * Math.tan(sweep / 4);
  /** Returns a control point. `tangent` is its distance along the tangent, in radii. */
  const controlPoint = (angle: number, tangent: number) => ({
    x: center.x + radius * (Math.cos(angle) - tangent * Math.sin(angle)),
    y: center.y + radius * (Math.sin(angle) + tangent * Math.cos(angle)),
  });
  const curve = [controlPoint(start, handle), controlPoint(end, -handle), controlPoint(end, 0)]
    .map(formatPosition)
    .join(" ");
  return `${formatPosition(controlPoint(start, 0))} m ${curve} c S\n`;
}

/**
 * Draws a text. `x` and `y` are its middle if it has an angle (in radians), or else the left end of
 * its baseline.
 */
function drawText(
  text: string,
  { x, y, size, angle }: { x: number; y: number; size: number; angle?: number },
  lettering: Lettering,
): string {
  const { hex, font, width } = lettering.encode(text);
  const [cosine, sine] = [Math.cos(angle ?? 0), Math.sin(angle ?? 0)];
  const back = angle === undefined ? 0 : (width * size) / 2;
  const down = angle === undefined ? 0 : size * 0.35;
  const [left, bottom] = [x - back * cosine + down * sine, y - back * sine - down * cosine];
  const matrix = [cosine, sine, -sine, cosine, left, bottom].map(formatNumber).join(" ");
  return `BT /${font} ${formatNumber(size)} Tf ${matrix} Tm <${hex}> Tj ET\n`;
}
