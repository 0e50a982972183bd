import { applyHomography, findHomography } from "../geometry/homography.ts";
import { frameQuad } from "../geometry/polygon.ts";
import type { Quad } from "../quad.ts";
import type { Color, Table } from "./draw-table.ts";
import { between, type Random } from "./random.ts";

type Sheet = { quad: Quad; size: { width: number; height: number } };

/**
 * Draws a clipboard in the plane of a page, which shows on all sides of it, mostly more on one side
 * than on the other.
 */
export function drawBoard(table: Table, width: number, sheet: Sheet, random: Random): void {
  const margin = () => between(random, 3, 28);
  const { size } = sheet;
  const [left, top, right, bottom] = [margin(), margin() + 4, margin(), margin()];
  const base = between(random, 20, 110);
  const color = [0, 1, 2].map(() => Math.min(190, base * between(random, 0.4, 1.7)));
  const area = { left: -left, top: -top, right: size.width + right, bottom: size.height + bottom };
  fill(table, width, sheet, area, color as unknown as Color);
}

/** Draws the clip of the board over the top of the page. */
export function drawClip(table: Table, width: number, sheet: Sheet, random: Random): void {
  const { size } = sheet;
  const half = size.width * between(random, 0.1, 0.25);
  const middle = size.width * between(random, 0.4, 0.6);
  const gray = between(random, 90, 200);
  const area = {
    left: middle - half,
    top: -6,
    right: middle + half,
    bottom: between(random, 4, 14),
  };
  fill(table, width, sheet, area, [gray, gray, gray * 0.95]);
}

/** Fills a rectangle that is given in millimeters from the top left corner of the page. */
function fill(
  table: Table,
  width: number,
  { quad, size }: Sheet,
  area: { left: number; top: number; right: number; bottom: number },
  color: Color,
): void {
  const toPage = findHomography(quad, frameQuad(size))!;
  for (let at = 0; at < table.length / 3; at++) {
    const place = { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 };
    const { x, y } = applyHomography(toPage, place);
    if (x < area.left || x >= area.right || y < area.top || y >= area.bottom) continue;
    color.forEach((part, channel) => {
      table[at * 3 + channel] = part;
    });
  }
}
