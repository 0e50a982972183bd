// Regular things that are no codes but have bars, grids and squares, which readers take for codes.
import { glyphCount, hasInk } from "./glyphs.ts";

type Random = () => number;

/** The brightness, from 0 to 1, at a place in pixels. */
export type Pattern = (x: number, y: number) => number;

/** Creates a pattern of one kind with random measures. */
export type PatternKind = (random: Random) => Pattern;

const range = (random: Random, from: number, to: number) => from + (to - from) * random();

/** A number from 0 to 1 that depends only on two whole numbers and a seed. */
function toNoise(seed: number, a: number, b: number): number {
  let hash = Math.imul(seed ^ Math.imul(a, 0x27d4eb2d), 0x165667b1) ^ Math.imul(b, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const toSeed = (random: Random) => Math.floor(random() * 2 ** 31);

/** Lines of words in letters and digits, or columns of digits only. */
export const text: PatternKind = (random) => {
  const seed = toSeed(random);
  const dot = range(random, 1, 4);
  const lineHeight = range(random, 8.5, 14);
  const pitch = range(random, 5.4, 7);
  const glyphs = random() < 0.3 ? 10 : glyphCount;
  const isBold = random() < 0.4;
  return (x, y) => {
    const line = Math.floor(y / dot / lineHeight);
    const column = Math.floor(x / dot / pitch);
    if (toNoise(seed, Math.floor(column / 2), line) < 0.12) return 1;
    const glyph = Math.floor(toNoise(seed + 1, column, line) * glyphs);
    const left = x / dot - column * pitch;
    const top = y / dot - line * lineHeight - 1;
    const isInk = hasInk(glyph, left, top) || (isBold && hasInk(glyph, left - 0.5, top));
    return isInk ? 0 : 1;
  };
};

/** Threads that go over and under each other, in the colors of a tartan or in one. */
export const fabric: PatternKind = (random) => {
  const seed = toSeed(random);
  const pitch = range(random, 2.5, 12);
  const band = Math.ceil(range(random, 1, 9));
  const contrast = random() < 0.3 ? 0.1 : range(random, 0.3, 1);
  return (x, y) => {
    const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)];
    const isOver = (column + row) % 2 === 0;
    const across = (isOver ? y / pitch - row : x / pitch - column) - 0.5;
    const thread = Math.floor((isOver ? row : column) / band);
    const color = 0.5 + contrast * (toNoise(seed, thread, isOver ? 1 : 0) - 0.5);
    return color * (1 - 2.4 * across * across);
  };
};

/** A screen: its grid of pixels beats with that of the camera. */
export const screen: PatternKind = (random) => {
  const pitch = range(random, 1.6, 5);
  const otherPitch = pitch * range(random, 0.93, 1.07);
  const slant = range(random, -0.1, 0.1);
  const depth = range(random, 0.15, 0.5);
  return (x, y) => {
    const first = Math.cos((2 * Math.PI * x) / pitch);
    const second = Math.cos((2 * Math.PI * (x + slant * y)) / otherPitch);
    const rows = Math.cos((2 * Math.PI * y) / otherPitch);
    return 0.5 + depth * (0.6 * first * second + 0.25 * rows + 0.15 * second);
  };
};

/** Slats of equal width with light between them. */
export const blinds: PatternKind = (random) => {
  const seed = toSeed(random);
  const pitch = range(random, 4, 40);
  const gap = range(random, 0.15, 0.6);
  const bow = range(random, -0.0004, 0.0004);
  return (x, y) => {
    const place = x / pitch + bow * y * y * 0.1;
    const slat = Math.floor(place);
    const within = place - slat;
    if (within < gap) return 0.85 + 0.15 * toNoise(seed, slat, 1);
    return 0.15 + 0.25 * ((within - gap) / (1 - gap)) + 0.05 * toNoise(seed, slat, 0);
  };
};

/** Keys with a letter each. */
export const keyboard: PatternKind = (random) => {
  const seed = toSeed(random);
  const size = range(random, 24, 70);
  const isDark = random() < 0.5;
  return (x, y) => {
    const row = Math.floor(y / size);
    const shifted = x + (row * size) / 3;
    const column = Math.floor(shifted / size);
    const [left, top] = [shifted / size - column, y / size - row];
    const isGap = Math.min(left, 1 - left, top, 1 - top) < 0.07;
    const glyph = Math.floor(toNoise(seed, column, row) * glyphCount);
    const isInk = hasInk(glyph, (left - 0.3) * 15, (top - 0.25) * 15);
    const key = isGap ? 0.35 : isInk ? 1 : 0.1;
    return isDark ? key : 1 - 0.8 * key;
  };
};

/** Pickets of nearly the same width, with a rail behind them. */
export const fence: PatternKind = (random) => {
  const seed = toSeed(random);
  const pitch = range(random, 7, 45);
  const width = range(random, 0.3, 0.75);
  const spread = range(random, 0, 0.3);
  return (x, y) => {
    const picket = Math.floor(x / pitch);
    const within = x / pitch - picket;
    const own = width + spread * (toNoise(seed, picket, 0) - 0.5);
    if (within < own) return 0.75 + 0.2 * toNoise(seed, picket, Math.floor(y / 30));
    return Math.abs((y % 260) - 120) < 14 ? 0.6 : 0.15;
  };
};

/** Books in a shelf, of many widths and colors, with titles along them. */
export const bookSpines: PatternKind = (random) => {
  const seed = toSeed(random);
  const mean = range(random, 10, 50);
  const edges = [-2000];
  while (edges.at(-1)! < 2000) edges.push(edges.at(-1)! + mean * range(random, 0.4, 1.9));
  const dot = mean / 16;
  let last = 0;
  return (x, y) => {
    while (last > 0 && edges[last]! > x) last--;
    while (last < edges.length - 2 && edges[last + 1]! <= x) last++;
    const [left, right] = [edges[last]!, edges[last + 1]!];
    if (x - left < 1.5) return 0.05;
    const shade = toNoise(seed, last, 0);
    const place = Math.floor(y / dot / 6);
    const glyph = Math.floor(toNoise(seed, last, place) * glyphCount);
    const isTitle = toNoise(seed, last, Math.floor(place / 9) + 1000) < 0.6;
    const across = (x - (left + right) / 2) / dot + 3.5;
    const isInk = isTitle && hasInk(glyph, y / dot - place * 6, 7 - across);
    return isInk ? (shade > 0.5 ? 0.1 : 0.95) : shade;
  };
};

/** A spreadsheet: ruled cells with numbers, some of them shaded. */
export const table: PatternKind = (random) => {
  const seed = toSeed(random);
  const dot = range(random, 1, 3);
  const rowHeight = range(random, 9.5, 13);
  const digitCount = Math.floor(range(random, 4, 13));
  const cellWidth = digitCount * 6 + 6;
  return (x, y) => {
    const [row, column] = [Math.floor(y / dot / rowHeight), Math.floor(x / dot / cellWidth)];
    const [left, top] = [x / dot - column * cellWidth, y / dot - row * rowHeight];
    if (left < 0.6 || top < 0.6) return 0.35;
    const paper = toNoise(seed, row, 7) < 0.2 ? 0.75 : 1;
    const digit = Math.floor((left - 3) / 6);
    if (digit < 0 || digit >= digitCount) return paper;
    const glyph = Math.floor(toNoise(seed, column * 31 + digit, row) * 10);
    return hasInk(glyph, left - 3 - digit * 6, top - 1.5) ? 0.05 : paper;
  };
};

/** Print dots that grow with the darkness of a picture. */
export const halftone: PatternKind = (random) => {
  const pitch = range(random, 3, 12);
  const [waveX, waveY] = [range(random, 20, 120), range(random, 20, 120)];
  return (x, y) => {
    const dark = 0.5 + 0.22 * (Math.sin(x / waveX) + Math.cos(y / waveY));
    const screenDots = Math.cos((2 * Math.PI * x) / pitch) + Math.cos((2 * Math.PI * y) / pitch);
    return screenDots / 4 + 0.5 < dark ? 0.1 : 0.95;
  };
};

/** Leaves, pebbles or foam: round things of all sizes that cover each other. */
export const leaves: PatternKind = (random) => {
  const size = 512;
  const field = new Float32Array(size * size).fill(0.5);
  for (let i = 0; i < 900; i++) {
    const radius = 3 + 40 * random() ** 5;
    const flat = range(random, 0.3, 1);
    const [centerX, centerY] = [Math.floor(random() * size), Math.floor(random() * size)];
    const shade = random();
    const reach = Math.ceil(radius);
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        if (x * x + (y / flat) ** 2 > radius * radius) continue;
        field[((centerY + y) & (size - 1)) * size + ((centerX + x) & (size - 1))] = shade;
      }
    }
  }
  return (x, y) => field[(Math.floor(y) & (size - 1)) * size + (Math.floor(x) & (size - 1))]!;
};
