import { type Blocks, flatPart } from "./bars/blocks.ts";
import type { Region } from "./bars/locate-regions.ts";
import type { Found } from "./engine.ts";
import type { Box } from "./live/live-frame.ts";
import type { Picture } from "./picture.ts";
import { contains, toRegion } from "./read-regions.ts";

/**
 * Corners are up to this part of a code's size within it. The digits below bars take this part of
 * the length of the bars.
 */
const slack = 0.12;

/**
 * Returns the box, in pixels of the frame, of all that could be a code, however small it is, and is
 * not one of the codes that were read. Returns undefined if there is nothing else. The corners of
 * linear codes have to reach over the full height of their bars.
 */
export function findUnreadTexture(picture: Picture, readings: readonly Found[]): Box | undefined {
  const plane = picture.large();
  const { width, height } = picture.whole();
  const whole = { x: 0, y: 0, width, height };
  const blocks = picture.blocks();
  // Codes with modules of two pixels cannot be seen in a picture that was made smaller.
  if (!blocks || plane.width !== width) return whole;
  const codes = readings.map(({ corners, lineCount }) =>
    extend(toRegion(corners, plane.scale), blocks.size, lineCount > 0),
  );
  const box = findBox(listUnreadBlocks(blocks, codes), blocks);
  return box && toPixels(box, blocks, whole);
}

/** The texture of one code in calm surroundings fills this part of its box. A scene may, too. */
const minFill = 0.8;

/** Whether the texture of a picture may be that of a single code. */
export function isTextureCompact(picture: Picture): boolean {
  const blocks = picture.blocks();
  if (!blocks || picture.large().width !== picture.whole().width) return false;
  const isTextured = listUnreadBlocks(blocks, []);
  const box = findBox(isTextured, blocks);
  if (!box) return false;
  const area = (box.right - box.left) * (box.bottom - box.top);
  return isTextured.reduce((sum, value) => sum + value, 0) > minFill * area;
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

/** Returns 1 for each block that is not flat and whose center is on no code. */
function listUnreadBlocks(blocks: Blocks, codes: readonly Region[]): Uint8Array {
  const { columns, count, size, energy, minEnergy } = blocks;
  const isUnread = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (energy[i]! < minEnergy * flatPart) continue;
    const center = { x: ((i % columns) + 0.5) * size, y: (Math.floor(i / columns) + 0.5) * size };
    if (!codes.some((code) => contains(code, center, 1))) isUnread[i] = 1;
  }
  return isUnread;
}

/** The first column and row of blocks that a box contains, and the ones after its last. */
type BlockBox = { left: number; top: number; right: number; bottom: number };

/**
 * Returns the box of all squares of three by three unread blocks, which is the least that a code
 * has an effect on.
 */
function findBox(isUnread: Uint8Array, { columns, rows }: Blocks): BlockBox | undefined {
  const isRow = (i: number) => isUnread[i] === 1 && isUnread[i + 1] === 1 && isUnread[i + 2] === 1;
  const box: BlockBox = { left: columns, top: rows, right: 0, bottom: 0 };
  for (let y = 0; y + 2 < rows; y++) {
    for (let x = 0; x + 2 < columns; x++) {
      const i = y * columns + x;
      if (!isRow(i) || !isRow(i + columns) || !isRow(i + 2 * columns)) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 3);
      box.top = Math.min(box.top, y);
      box.bottom = y + 3;
    }
  }
  return box.right === 0 ? undefined : box;
}

/** Blocks around the box of unread ones, which may hold a part of a code and its quiet zone. */
const margin = 2;

function toPixels(box: BlockBox, { columns, rows, size }: Blocks, whole: Box): Box {
  const x = Math.max(0, (box.left - margin) * size);
  const y = Math.max(0, (box.top - margin) * size);
  // Pixels beyond the last whole block are in none.
  const right = box.right + margin >= columns ? whole.width : (box.right + margin) * size;
  const bottom = box.bottom + margin >= rows ? whole.height : (box.bottom + margin) * size;
  return { x, y, width: right - x, height: bottom - y };
}
