/**
 * The maximum size of a speck of noise at 200 dpi, in pixels: the dot of an i has at least nine.
 */
const maxSpeckSize = 4;
/** The longer side of A4 at 200 dpi, in pixels. */
const referenceSide = 2339;
/**
 * The maximum distance from the border of the page that the table reaches, as a share of the longer
 * side. Ink that touches the border and goes no further is the table.
 */
const maxTableShare = 0.015;

/**
 * Clears connected areas of ink (1) that are as small as noise or a strip of the table along the
 * border of the page, in place. Pixels that touch at a corner are connected.
 */
export function removeSpecks(ink: Uint8Array, width: number, height: number): void {
  const side = Math.max(width, height);
  const maxSize = Math.round(maxSpeckSize * (side / referenceSide) ** 2);
  const maxTableDistance = Math.round(maxTableShare * side);
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
      const borderDistance = Math.min(x, y, width - 1 - x, height - 1 - y);
      nearest = Math.min(nearest, borderDistance);
      farthest = Math.max(farthest, borderDistance);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const neighbor = row * width + column;
          if (ink[neighbor] === 0 || visited[neighbor] === 1) continue;
          visited[neighbor] = 1;
          area.push(neighbor);
        }
      }
    }
    const isTable = nearest === 0 && farthest <= maxTableDistance;
    if (isTable || area.length <= maxSize) for (const i of area) ink[i] = 0;
  }
}
