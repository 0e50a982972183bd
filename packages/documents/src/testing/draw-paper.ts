import { between, type Random } from "./random.ts";

/** Brightness of a printed page, 1 for bare paper, at `perMillimeter` pixels a millimeter. */
export type Paper = { width: number; height: number; data: Float32Array };

export const perMillimeter = 2;

/** Draws paragraphs of words, a heading, and sometimes a picture, a dark bar or a ruled table. */
export function drawPaper(size: { width: number; height: number }, random: Random): Paper {
  const [width, height] = [
    Math.round(size.width * perMillimeter),
    Math.round(size.height * perMillimeter),
  ];
  const data = new Float32Array(width * height).fill(1);
  const fill = (left: number, top: number, right: number, bottom: number, level: number) => {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(height, bottom); y++) {
      data.fill(
        level,
        y * width + Math.max(0, Math.round(left)),
        y * width + Math.min(width, Math.round(right)),
      );
    }
  };
  const margin = width * between(random, 0.06, 0.13);
  const decoration = random();
  if (decoration < 0.2)
    fill(
      margin,
      margin,
      width * between(random, 0.4, 0.8),
      margin + height * 0.2,
      between(random, 0.3, 0.8),
    );
  else if (decoration < 0.3) fill(0, 0, width, height * 0.07, between(random, 0.2, 0.7));
  else if (decoration < 0.45) {
    for (let row = 0; row < 9; row++) {
      const y = height * (0.3 + row * 0.05);
      fill(margin, y, width - margin, y + 2, 0.2);
    }
    for (const x of [margin, width / 2, width - margin])
      fill(x, height * 0.3, x + 2, height * 0.7, 0.2);
  }
  const isTextHere = (y: number) => decoration >= 0.3 || y > margin + height * 0.22;
  const line = between(random, 9, 13);
  for (let y = margin; y < height - margin; y += line) {
    if (random() < 0.12 || !isTextHere(y)) continue;
    const end = random() < 0.15 ? width * between(random, 0.3, 0.7) : width - margin;
    for (let x = margin; x < end; ) {
      const word = between(random, 8, 40);
      for (let letter = x; letter < Math.min(end, x + word); letter += 4) {
        fill(
          letter,
          y + between(random, 0, 2),
          letter + between(random, 1, 3.4),
          y + line * 0.5,
          between(random, 0.1, 0.4),
        );
      }
      x += word + 6;
    }
  }
  return { width, height, data };
}
