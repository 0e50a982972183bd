import { between, type Random } from "./random.ts";

export type Color = readonly [number, number, number];
/** Red, green and blue of what lies under the pages, three numbers a pixel. */
export type Table = Float32Array;

/** Draws a plain table with slow changes of its brightness. */
export function drawPlainTable(width: number, height: number, color: Color, random: Random): Table {
  const table = new Float32Array(width * height * 3);
  const [fx, fy, phase] = [between(random, 1, 4), between(random, 1, 4), between(random, 0, 6)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = 1 + 0.05 * Math.sin((fx * x) / width + phase) * Math.cos((fy * y) / height);
      for (const part of color) table[at++] = part * shade;
    }
  }
  return table;
}

/** Draws boards with grain that runs in any direction. */
export function drawWood(width: number, height: number, random: Random): Table {
  const table = new Float32Array(width * height * 3);
  const angle = between(random, 0, Math.PI);
  const [along, across] = [Math.cos(angle), Math.sin(angle)];
  const [red, green, blue] = [
    between(random, 110, 190),
    between(random, 70, 125),
    between(random, 35, 80),
  ];
  const board = between(random, 90, 260);
  const tones = Array.from({ length: 64 }, () => between(random, 0.82, 1.1));
  const [grain, wave] = [between(random, 0.15, 0.5), between(random, 10, 40)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x * along + y * across, y * along - x * across];
      const place = v / board + 32;
      const bent = v + wave * Math.sin(u / 170 + Math.floor(place));
      const rings = Math.sin(bent * grain) + 0.6 * Math.sin(bent * grain * 2.7 + u / 90);
      const isGap = place - Math.floor(place) < 2.5 / board;
      const shade = isGap ? 0.45 : tones[Math.floor(place) & 63]! * (1 + 0.09 * rings);
      table[at++] = red * shade;
      table[at++] = green * shade;
      table[at++] = blue * shade;
    }
  }
  return table;
}

/** Strews colored sheets, cards and pens, none of them as large or as light as a page. */
export function strewClutter(table: Table, width: number, height: number, random: Random): void {
  for (let count = 0; count < 22; count++) {
    const [cx, cy] = [between(random, 0, width), between(random, 0, height)];
    const isPen = random() < 0.3;
    const halfWidth = width * (isPen ? between(random, 0.1, 0.2) : between(random, 0.03, 0.12));
    const halfHeight = isPen ? between(random, 3, 8) : width * between(random, 0.03, 0.1);
    const angle = between(random, 0, Math.PI);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const color = Array.from({ length: 3 }, () => between(random, 20, 190));
    const reach = Math.ceil(Math.hypot(halfWidth, halfHeight));
    for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(height, cy + reach); y++) {
      for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(width, cx + reach); x++) {
        const [u, v] = [(x - cx) * cos + (y - cy) * sin, (y - cy) * cos - (x - cx) * sin];
        if (Math.abs(u) > halfWidth || Math.abs(v) > halfHeight) continue;
        color.forEach((part, channel) => {
          table[(y * width + x) * 3 + channel] = part;
        });
      }
    }
  }
}
