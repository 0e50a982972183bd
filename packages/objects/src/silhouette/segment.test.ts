import { expect, test } from "vitest";
import { createRandom, normal } from "../testing/random.ts";
import { segment } from "./segment.ts";

const [width, height] = [120, 90];
const radius = 25;

/**
 * Draws a gray ball before a wooden desk. Both are equally bright and vary by a quarter; the desk
 * is known but for its grain. Returns how many pixels are wrong, as a share of those of the ball.
 */
function lookAtBall(hueSpread: number) {
  const random = createRandom(3);
  const channels = [0, 1, 2].map(() => new Float32Array(width * height));
  const ground = [0.6, 0.45, 0.3].map((tone) => new Float32Array(width * height).fill(tone));
  const inside = new Float32Array(width * height);
  for (let at = 0; at < inside.length; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    inside[at] = radius - Math.hypot(column - width / 2, row - height / 2);
    const light = 1 + 0.25 * Math.sin(row / 2 + Math.sin(column / 9));
    for (const [channel, values] of channels.entries()) {
      const tone = inside[at]! > 0 ? 0.45 : ground[channel]![at]!;
      values[at] = 255 * tone * light + 3 * normal(random);
    }
  }
  const start = inside.map((distance) => (distance > 2 ? 0.7 : distance > -6 ? 0.4 : 0.03));
  const field = {
    width,
    height,
    channels: channels as [Float32Array, Float32Array, Float32Array],
    ground: ground as [Float32Array, Float32Array, Float32Array],
    spreads: new Float32Array(width * height).fill(0.2),
    hueSpreads: new Float32Array(width * height).fill(hueSpread),
    trust: 40,
    prior: new Float32Array(width * height),
  };
  const { object } = segment(field, start, 2);
  let wrong = 0;
  for (let at = 0; at < inside.length; at++) {
    if (object[at]! > 0.5 !== inside[at]! > 0) wrong++;
  }
  return wrong / (Math.PI * radius ** 2);
}

test("a gray ball stands out by its hue from a wooden desk that is as bright", () => {
  expect(lookAtBall(0.02)).toBeLessThan(0.005);
});

test("hue does not tell the ball from a desk on whose hue the views do not agree", () => {
  expect(lookAtBall(0.3)).toBeGreaterThan(0.2);
});
