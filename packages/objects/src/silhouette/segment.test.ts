import { expect, test } from "vitest";
import { createRandom, normal } from "../testing/random.ts";
import { channels, perChannel } from "./color-planes.ts";
import { segment } from "./segment.ts";

const [width, height] = [120, 90];
const radius = 25;

/**
 * Draws a gray ball in front of a wooden desk. Both are equally bright and vary by a quarter; the
 * desk is known but for its grain. Returns how many pixels are wrong, as a share of those of the
 * ball.
 */
function segmentBall(chromaDeviation: number) {
  const random = createRandom(3);
  const createPlane = (value: number) => new Float32Array(width * height).fill(value);
  const desk = [0.6, 0.45, 0.3] as const;
  const colors = perChannel(() => createPlane(0));
  const inside = new Float32Array(width * height);
  for (let at = 0; at < inside.length; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    const distance = radius - Math.hypot(column - width / 2, row - height / 2);
    inside[at] = distance;
    const light = 1 + 0.25 * Math.sin(row / 2 + Math.sin(column / 9));
    for (const channel of channels) {
      const tone = distance > 0 ? 0.45 : desk[channel];
      colors[channel][at] = 255 * tone * light + 3 * normal(random);
    }
  }
  const start = inside.map((distance) => (distance > 2 ? 0.7 : distance > -6 ? 0.4 : 0.03));
  const input = {
    width,
    height,
    colors,
    ground: {
      colors: perChannel((channel) => createPlane(desk[channel])),
      deviations: createPlane(0.2),
      chromaDeviations: createPlane(chromaDeviation),
    },
    lightPseudoCount: 40,
    prior: createPlane(0),
  };
  const { objectProbabilities } = segment(input, start, 2);
  let wrong = 0;
  for (const [at, distance] of inside.entries()) {
    if (objectProbabilities[at]! > 0.5 !== distance > 0) wrong++;
  }
  return wrong / (Math.PI * radius ** 2);
}

test("a gray ball stands out by its chroma from a wooden desk that is as bright", () => {
  expect(segmentBall(0.02)).toBeLessThan(0.005);
});

test("chroma does not tell the ball from a desk on whose chroma the views do not agree", () => {
  expect(segmentBall(0.3)).toBeGreaterThan(0.2);
});
