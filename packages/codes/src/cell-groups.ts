import type { Box } from "./live/live-frame.ts";

/**
 * Returns the boxes of marked cells that touch, row by row, with `margin` cells around them. Boxes
 * that would overlap are one. All sizes are in cells; a margin may reach beyond the grid.
 */
export function listCellGroups(
  isMarked: Uint8Array,
  columns: number,
  rows: number,
  margin: number,
): Box[] {
  const isTaken = new Uint8Array(isMarked.length);
  const groups: Box[] = [];
  for (let seed = 0; seed < isMarked.length; seed++) {
    if (!isMarked[seed] || isTaken[seed]) continue;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    const stack = [seed];
    isTaken[seed] = 1;
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const x = cell % columns;
      const y = (cell - x) / columns;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
          const neighbor = ny * columns + nx;
          if (!isMarked[neighbor] || isTaken[neighbor]) continue;
          isTaken[neighbor] = 1;
          stack.push(neighbor);
        }
      }
    }
    groups.push({
      x: left - margin,
      y: top - margin,
      width: right - left + 1 + 2 * margin,
      height: bottom - top + 1 + 2 * margin,
    });
  }
  return mergeOverlapping(groups);
}

function mergeOverlapping(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (;;) {
      const index = merged.findIndex((other) => areOverlapping(grown, other));
      if (index < 0) break;
      grown = uniteBoxes(grown, merged.splice(index, 1)[0]!);
    }
    merged.push(grown);
  }
  return merged;
}

function areOverlapping(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Returns the smallest box that contains two boxes. */
export function uniteBoxes(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}
