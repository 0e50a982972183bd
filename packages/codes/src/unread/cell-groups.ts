import { type Box, uniteBoxes } from "../geometry/box.ts";

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
  // A frame of unmarked cells spares a test for the edges of the grid.
  const stride = columns + 2;
  const isOpen = new Uint8Array(stride * (rows + 2));
  for (let y = 0; y < rows; y++) {
    isOpen.set(isMarked.subarray(y * columns, (y + 1) * columns), (y + 1) * stride + 1);
  }
  const groups: Box[] = [];
  const stack: number[] = [];
  for (let seed = 0; seed < isOpen.length; seed++) {
    if (isOpen[seed] === 0) continue;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    isOpen[seed] = 0;
    stack.push(seed);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const row = Math.floor(cell / stride);
      const x = cell - row * stride - 1;
      const y = row - 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let start = cell - stride - 1; start <= cell + stride - 1; start += stride) {
        for (let neighbor = start; neighbor < start + 3; neighbor++) {
          if (isOpen[neighbor] === 0) continue;
          isOpen[neighbor] = 0;
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
