import type { Blocks } from "../bars/blocks.ts";
import type { Found } from "../engine/engine.ts";
import type { Box } from "../geometry/box.ts";
import { contains, type Region, toRegion } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import { listCellGroups } from "./cell-groups.ts";

/**
 * The maximum distance of corners within their code, as a part of its size, and the height of the
 * digits below bars as a part of their length.
 */
const slack = 0.12;

/** The texture that is listed. Bars that lean by up to 45 degrees count as upright or level. */
export type Texture = "any" | "upright bars" | "level bars";

/**
 * Returns boxes, in pixels of the frame, of all texture that may be a code, however small, and that
 * no reading covers, with a margin. Boxes do not overlap. The corners of linear codes have to reach
 * over the full height of their bars.
 */
export function listUnreadTexture(
  picture: Picture,
  readings: readonly Found[],
  texture: Texture = "any",
): Box[] {
  const plane = picture.large();
  const { width, height } = picture.whole();
  const whole = { x: 0, y: 0, width, height };
  const blocks = picture.blocks();
  // Codes with modules of two pixels cannot be seen in a picture that was made smaller.
  if (!blocks || plane.width !== width) return [whole];
  const codes = readings.map(({ corners, lineCount }) =>
    extend(toRegion(corners, plane.scale), blocks.size, lineCount > 0),
  );
  const isUnread = keepSquares(listUnreadBlocks(blocks, codes, texture), blocks);
  return listCellGroups(isUnread, blocks.columns, blocks.rows, margin).map((box) =>
    toPixels(box, blocks, whole),
  );
}

/** Blocks are averaged with their neighbors, so a code has an effect on blocks around it. */
function extend(code: Region, blockSize: number, isLinear: boolean): Region {
  const text = isLinear ? 2 * slack * code.length : 0;
  return {
    ...code,
    length: code.length * (1 + slack) + 2 * blockSize,
    height: code.height * (1 + slack) + 2 * blockSize + text,
  };
}

/** The minimum coherence of a block with bars. */
const minCoherence = 0.4;

/** Returns 1 for each block that is textured and whose center is on no code. */
function listUnreadBlocks(blocks: Blocks, codes: readonly Region[], texture: Texture): Uint8Array {
  const { columns, count, size, energy, minEnergy, coherence, direction } = blocks;
  const hasTexture = (i: number) => {
    if (texture === "any") return true;
    const isUpright = Math.abs(direction[i]!) <= Math.PI / 4;
    return coherence[i]! >= minCoherence && isUpright === (texture === "upright bars");
  };
  const isUnread = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (energy[i]! < minEnergy || !hasTexture(i)) continue;
    const center = { x: ((i % columns) + 0.5) * size, y: (Math.floor(i / columns) + 0.5) * size };
    if (!codes.some((code) => contains(code, center, 1))) isUnread[i] = 1;
  }
  return isUnread;
}

/**
 * Keeps squares of three by three unread blocks, which is the least that a code has an effect on.
 */
function keepSquares(isUnread: Uint8Array, { columns, rows }: Blocks): Uint8Array {
  const isRow = (i: number) => isUnread[i] === 1 && isUnread[i + 1] === 1 && isUnread[i + 2] === 1;
  const isKept = new Uint8Array(isUnread.length);
  for (let y = 0; y + 2 < rows; y++) {
    for (let x = 0; x + 2 < columns; x++) {
      const i = y * columns + x;
      if (!isRow(i) || !isRow(i + columns) || !isRow(i + 2 * columns)) continue;
      for (let k = i; k <= i + 2 * columns; k += columns) isKept.fill(1, k, k + 3);
    }
  }
  return isKept;
}

/** The number of blocks around unread ones that are added: they may hold a part of the code. */
const margin = 2;

function toPixels({ x, y, width, height }: Box, { columns, rows, size }: Blocks, whole: Box): Box {
  const [left, top] = [Math.max(0, x * size), Math.max(0, y * size)];
  // Pixels beyond the last whole block are in none.
  const right = x + width >= columns ? whole.width : (x + width) * size;
  const bottom = y + height >= rows ? whole.height : (y + height) * size;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
