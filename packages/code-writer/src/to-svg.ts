import { drawingSVG } from "bwip-js/generic";
import { encodeOn } from "./encode.ts";
import {
  type BarFormat,
  hasBars,
  moduleWidths,
  quietZones,
  type WritableFormat,
} from "./formats.ts";
import { type CodeModules, toModules, toRuns } from "./to-modules.ts";

export type SvgOptions = {
  /** The width of a module in millimeters; that of `moduleWidths` by default. */
  moduleWidth?: number | undefined;
  /** Whether the content is printed below bars; it is by default. */
  withText?: boolean | undefined;
};

/** A picture of a code. `columns` and `rows` are its size in modules, with its light margin. */
export type CodeSvg = { svg: string; columns: number; rows: number };

/**
 * Draws a code in black on white as an SVG of its printed size. Throws if the format cannot hold
 * the content, which `checkContent` tells before.
 */
export function toSvg(
  format: WritableFormat,
  content: string,
  { moduleWidth = moduleWidths[format], withText = true }: SvgOptions = {},
): CodeSvg {
  const drawing = hasBars(format)
    ? drawBars(format, content, withText)
    : drawMatrix(toModules(format, content), quietZones[format]);
  const { width, height, unitsPerModule, body } = drawing;
  const [columns, rows] = [width / unitsPerModule, height / unitsPerModule];
  const toMm = (modules: number) => `${Math.round(modules * moduleWidth * 1000) / 1000}mm`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${toMm(columns)}" height="${toMm(rows)}"><rect width="${width}" height="${height}" fill="#fff"/>${body}</svg>\n`;
  return { svg, columns, rows };
}

/** The elements of an SVG and its size, in units of which a module has some. */
type Drawing = { width: number; height: number; unitsPerModule: number; body: string };

function drawMatrix(modules: CodeModules, quietZone: number): Drawing {
  const path = toRuns(modules).map(({ row, from, to }) => {
    return `M${from + quietZone} ${row + quietZone}h${to - from}v1h${from - to}z`;
  });
  return {
    width: modules.columns + 2 * quietZone,
    height: modules.rows + 2 * quietZone,
    unitsPerModule: 1,
    body: `<path d="${path.join("")}"/>`,
  };
}

/** bwip-js draws bars on whole units only with an even number of them for a module. */
const barScale = 2;
/** The margin above and below bars in modules, which need none to be read. */
const barMargin = 2;

function drawBars(format: BarFormat, content: string, includetext: boolean): Drawing {
  const drawn = encodeOn(drawingSVG(), format, content, {
    includetext,
    scale: barScale,
    paddingwidth: quietZones[format],
    paddingheight: barMargin,
  });
  const [, width, height, body] = /^<svg viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>/s.exec(drawn)!;
  return {
    width: Number(width),
    height: Number(height),
    unitsPerModule: barScale,
    body: body!.trim(),
  };
}
