import { drawPlan } from "../drawing/draw-plan.ts";
import { type Drawing, type Layer, layers, type Shape, toSheet } from "../drawing/drawing.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { measureText, toWinAnsi } from "./pdf-text.ts";

/**
 * Returns a plan as a PDF file (ISO 32000-1) of one page with vectors and Helvetica: A4, or Letter
 * for imperial units, at a usual scale. The font has the letters of Western Europe; other
 * characters become question marks.
 */
export function planToPdf(settled: SettledPlan): Uint8Array<ArrayBuffer> {
  const drawing = drawPlan(settled);
  const { width, height } = drawing.sheet;
  const content = [
    // Scales everything that follows to millimeters.
    `${formatNumber(pointsPerMillimeter)} 0 0 ${formatNumber(pointsPerMillimeter)} 0 0 cm 2 J\n`,
    ...layers.map((layer) => drawLayer(layer, drawing)),
    drawText(drawing.title, { x: 12, y: 18, size: 5 }),
    drawText(drawing.summary, { x: 12, y: 12, size: 3.2 }),
  ].join("");
  return writeFile([
    "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >> >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${formatNumber(width * pointsPerMillimeter)} ${formatNumber(height * pointsPerMillimeter)}] ` +
      "/Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${formatTextString(drawing.title)} /Producer (Scanhook) >>`,
  ]);
}

const pointsPerMillimeter = 72 / 25.4;

const styles: Record<Layer, string> = {
  walls: "0.13 G 0.47 g 0.35 w",
  doors: "0.13 G 0.25 w",
  windows: "0.04 0.36 0.68 RG 0.25 w",
  openings: "0.33 G 0.2 w",
  dimensions: "0.33 G 0 g 0.13 w",
  texts: "0 g",
};

function drawLayer(layer: Layer, drawing: Drawing): string {
  const shapes = drawing.shapes.filter((shape) => shape.layer === layer);
  return `q ${styles[layer]}\n${shapes.map((shape) => drawShape(shape, drawing)).join("")}Q\n`;
}

function drawShape(shape: Shape, { sheet }: Drawing): string {
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
      const size = (shape.height * 1.3 * 1000) / sheet.ratio;
      return drawText(shape.text, { x, y, size, angle: shape.angle });
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
): string {
  const codes = toWinAnsi(text);
  const hex = codes.map((code) => code.toString(16).padStart(2, "0")).join("");
  const [cosine, sine] = [Math.cos(angle ?? 0), Math.sin(angle ?? 0)];
  const back = angle === undefined ? 0 : (measureText(codes) * size) / 2;
  const down = angle === undefined ? 0 : size * 0.35;
  const [left, bottom] = [x - back * cosine + down * sine, y - back * sine - down * cosine];
  const matrix = [cosine, sine, -sine, cosine, left, bottom].map(formatNumber).join(" ");
  return `BT /F ${formatNumber(size)} Tf ${matrix} Tm <${hex}> Tj ET\n`;
}

/** Formats a number with at most five decimal places and without an exponent. */
const formatNumber = (value: number) =>
  `${Number(value.toFixed(5)) || 0}`.replace(/^(-?\d+)e-\d+$/, "0");

/** Formats a text string in UTF-16 with a byte order mark (ISO 32000-1, 7.9.2.2). */
function formatTextString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<feff${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

/**
 * Returns a file of objects, numbered from 1, with their cross-reference table. The first object is
 * the catalog, and the last is the document information.
 */
function writeFile(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const start = file.length;
  file +=
    `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}
