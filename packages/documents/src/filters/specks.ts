/**
 * The maximum size of a speck of noise at 200 dpi, in pixels: the dot of an i has at least nine.
 */
const maxSpeck = 4;
/** The longer side of A4 at 200 dpi, in pixels. */
const usualSide = 2339;
/**
 * The maximum distance from the border of the page of ink that touches it and is the table, as a
 * share of the longer side.
 */
const edgeShare = 0.015;

/**
 * Clears connected areas of ink (1) that are as small as noise or a strip of the table along the
 * border of the page, in place. Pixels that touch at a corner are connected.
 */
export function removeSpecks(ink: Uint8Array, width: number, height: number): void {
  const side = Math.max(width, height);
  const maxSize = Math.round(maxSpeck * (side / usualSide) ** 2);
  const maxTableDistance = Math.round(edgeShare * side);
  const visited = new Uint8Array(ink.length);
  const area: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0 || visited[start] === 1) continue;
    area.length = 0;
    area.push(start);
    visited[start] = 1;
    let [nearest, farthest] = [side, 0];
    for (let next = 0; next < area.length; next++) {
      const x = area[next]! % width;
      const y = (area[next]! - x) / width;
      const fromBorder = Math.min(x, y, width - 1 - x, height - 1 - y);
      nearest = Math.min(nearest, fromBorder);
      farthest = Math.max(farthest, fromBorder);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const at = row * width + column;
          if (ink[at] === 0 || visited[at] === 1) continue;
          visited[at] = 1;
          area.push(at);
        }
      }
    }
    const isTable = nearest === 0 && farthest <= maxTableDistance;
    if (isTable || area.length <= maxSize) for (const at of area) ink[at] = 0;
  }
}
