/** Dots of this many pixels are noise: the dot of an i has at least nine at 200 dpi. */
const maxSpeck = 4;

/** Clears connected areas of ink (1) that are as small as noise, in place. Pixels that touch at a corner are connected. */
export function removeSpecks(ink: Uint8Array, width: number, height: number): void {
  const visited = new Uint8Array(ink.length);
  const area: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0 || visited[start] === 1) continue;
    area.length = 0;
    area.push(start);
    visited[start] = 1;
    for (let next = 0; next < area.length; next++) {
      const [x, y] = [area[next]! % width, Math.floor(area[next]! / width)];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const at = row * width + column;
          if (ink[at] === 0 || visited[at] === 1) continue;
          visited[at] = 1;
          area.push(at);
        }
      }
    }
    if (area.length <= maxSpeck) for (const at of area) ink[at] = 0;
  }
}
