// Draws the picture of a camera from a seed: labels with codes on a table, turned, tilted, blurred,
// unevenly lit and noisy.
import { type Point, placeLabel, project, type Quad } from "./geometry.ts";
import { createRandom } from "./random.ts";
import { type CodeSymbol, type Drawing, drawSymbol } from "./symbol.ts";

export type PlacedCode = CodeSymbol & {
  /** Centre, as a fraction of the picture's width and height. */
  at?: Point;
  /** Length of the code's longer side, as a fraction of the picture's height. */
  size?: number;
  /** Degrees, clockwise. */
  turn?: number;
  /** The share by which the far edge is shorter: 0 straight on, 0.1 a tenth. */
  lean?: number;
  /** True for a light code on a dark label. */
  inverted?: boolean;
  /** True for a code that is seen from behind, as through a window. */
  mirrored?: boolean;
  /**
   * The share of the usual difference between ink and paper: 1 black on white, 0.1 nearly gray on
   * gray.
   */
  contrast?: number;
  /**
   * The paper at each end of the code, in widths of its narrowest bar: 11, or less on a label that
   * was cut close.
   */
  quietZone?: number;
};

export type Camera = {
  width?: number;
  height?: number;
  seed?: number;
  /** The number of the frame in a video: each has noise of its own. */
  frame?: number;
  /** Standard deviation of the blur, in pixels. */
  blur?: number;
  /**
   * The way that the camera moves while it exposes: `length` in pixels, `angle` in degrees,
   * clockwise from the right.
   */
  motion?: { length: number; angle: number };
  /** Standard deviation of the noise, of 255. */
  noise?: number;
  /** The share by which the dark side is darker: 0 evenly lit, 0.5 half as bright. */
  shade?: number;
  /**
   * Draws what lies behind the codes, from 0 to 255 for each pixel, row by row; a table by default.
   */
  drawBackground?: (width: number, height: number, seed: number) => Float32Array;
};

export type Picture = {
  width: number;
  height: number;
  /** The brightness, one byte for each pixel. */
  gray: Uint8Array;
  /** The corners of each code: its top left, top right, bottom right and bottom left. */
  corners: Quad[];
};

type Settings = Required<Omit<Camera, "motion" | "drawBackground">>;

const usualCamera: Settings = {
  width: 1280,
  height: 720,
  seed: 1,
  frame: 0,
  blur: 0.8,
  noise: 3,
  shade: 0.3,
};

/** Draws one picture. Without codes it shows the empty table. */
export async function drawPicture(codes: PlacedCode[], camera: Camera = {}): Promise<Picture> {
  const { motion, drawBackground = drawTable, ...given } = camera;
  const settings = { ...usualCamera, ...given };
  const { width, height } = settings;
  const scene = drawBackground(width, height, settings.seed);
  const corners: Quad[] = [];
  for (const code of codes) {
    corners.push(drawLabel(scene, width, height, code, await drawSymbol(toSymbol(code))));
  }
  blur(scene, width, height, settings.blur);
  const exposed = motion ? smear(scene, width, height, motion) : scene;
  return { width, height, gray: expose(exposed, settings), corners };
}

/** Converts the picture to RGBA with the slightly warm tint of lamplight. */
export function toFrame({ gray, width, height }: Picture): {
  data: Uint8ClampedArray;
  width: number;
  height: number;
} {
  const data = new Uint8ClampedArray(gray.length * 4);
  for (let i = 0, j = 0; i < gray.length; i++, j += 4) {
    const y = gray[i]!;
    data[j] = y * 1.04;
    data[j + 1] = y;
    data[j + 2] = y * 0.92;
    data[j + 3] = 255;
  }
  return { data, width, height };
}

function toSymbol(code: PlacedCode): CodeSymbol {
  const { at, size, turn, lean, inverted, mirrored, contrast, quietZone, ...symbol } = code;
  return symbol;
}

/** Draws a wood-like table with things on it, whose edges are no codes. */
export function drawTable(width: number, height: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const scene = new Float32Array(width * height);
  const phase = random() * 6;
  const base = 90 + random() * 50;
  for (let y = 0; y < height; y++) {
    const bend = 14 * Math.sin(y / 61 + phase) + y * 0.15;
    for (let x = 0; x < width; x++) {
      const grain = Math.sin((x + bend) / 9) * 7 + Math.sin((x - 2 * bend) / 31) * 11;
      scene[y * width + x] = base + grain;
    }
  }
  for (let i = 0; i < 6; i++) {
    const [w, h] = [(0.05 + random() * 0.3) * width, (0.05 + random() * 0.3) * height];
    const [left, top] = [random() * width - w / 2, random() * height - h / 2];
    fill(
      scene,
      width,
      height,
      { left, top, right: left + w, bottom: top + h },
      random() * 200 + 20,
    );
  }
  return scene;
}

type Box = { left: number; top: number; right: number; bottom: number };

function fill(
  scene: Float32Array,
  width: number,
  height: number,
  { left, top, right, bottom }: Box,
  value: number,
): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.floor(right))];
  if (x1 <= x0) return;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    scene.fill(value, y * width + x0, y * width + x1);
  }
}

const ink = 35;
const paper = 225;

/** Draws the code with its quiet zone and returns the corners of the code itself. */
function drawLabel(
  scene: Float32Array,
  width: number,
  height: number,
  code: PlacedCode,
  drawing: Drawing,
): Quad {
  const { at = { x: 0.5, y: 0.5 }, size = 0.5, turn = 0, lean = 0 } = code;
  const { inverted = false, mirrored = false, contrast = 1, quietZone = 11 } = code;
  const scale = (size * height) / Math.max(drawing.width, drawing.height);
  const area = { width: drawing.width * scale, height: drawing.height * scale };
  const corners = placeLabel({ x: at.x * width, y: at.y * height }, area, turn, lean);
  const { toPicture, toCode } = project(corners);
  const [dark, light] = inverted ? [paper, ink] : [ink, paper];
  const middle = (ink + paper) / 2;
  const brightness = (value: number) =>
    middle + contrast * (dark + ((light - dark) * value) / 255 - middle);
  const quietX = (quietZone * drawing.module) / drawing.width;
  const quietY = (Math.min(5, quietZone) * drawing.module) / drawing.height;
  const label = [
    { x: -quietX, y: -quietY },
    { x: 1 + quietX, y: -quietY },
    { x: 1 + quietX, y: 1 + quietY },
    { x: -quietX, y: 1 + quietY },
  ].map(toPicture);
  const left = Math.max(0, Math.floor(Math.min(...label.map((p) => p.x))));
  const right = Math.min(width - 1, Math.ceil(Math.max(...label.map((p) => p.x))));
  const top = Math.max(0, Math.floor(Math.min(...label.map((p) => p.y))));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...label.map((p) => p.y))));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      let sum = 0;
      let hits = 0;
      // Takes 3 x 3 samples of each pixel, as a sensor gathers light over its whole area.
      for (let i = 0; i < 9; i++) {
        const { x: u, y: v } = toCode({
          x: x + (i % 3) / 3 - 1 / 3,
          y: y + Math.floor(i / 3) / 3 - 1 / 3,
        });
        if (u < -quietX || u > 1 + quietX || v < -quietY || v > 1 + quietY) continue;
        const inside = u >= 0 && u < 1 && v >= 0 && v < 1;
        sum += brightness(inside ? look(drawing, mirrored ? 1 - u : u, v) : 255);
        hits++;
      }
      const index = y * width + x;
      scene[index] = (sum + scene[index]! * (9 - hits)) / 9;
    }
  }
  return corners;
}

function look({ data, width, height }: Drawing, u: number, v: number): number {
  return data[Math.floor(v * height) * width + Math.floor(u * width)]!;
}

function blur(scene: Float32Array, width: number, height: number, sigma: number): void {
  if (sigma <= 0) return;
  const radius = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp(-(i * i) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight, i) => sum + (i === 0 ? 1 : 2) * weight, 0);
  const line = new Float32Array(Math.max(width, height) + 2 * radius);
  const pass = (start: number, step: number, length: number) => {
    for (let i = -radius; i < length + radius; i++) {
      line[i + radius] = scene[start + Math.min(length - 1, Math.max(0, i)) * step]!;
    }
    for (let i = 0; i < length; i++) {
      let sum = weights[0]! * line[i + radius]!;
      for (let k = 1; k <= radius; k++) {
        sum += weights[k]! * (line[i + radius - k]! + line[i + radius + k]!);
      }
      scene[start + i * step] = sum / total;
    }
  };
  for (let y = 0; y < height; y++) pass(y * width, 1, width);
  for (let x = 0; x < width; x++) pass(x, width, height);
}

/** Returns the average of the scene along the way of the camera. */
function smear(
  scene: Float32Array,
  width: number,
  height: number,
  { length, angle }: { length: number; angle: number },
): Float32Array {
  const count = Math.max(1, Math.ceil(length));
  const radians = (angle * Math.PI) / 180;
  const output = new Float32Array(scene.length);
  for (let i = 0; i < count; i++) {
    const way = ((i + 0.5) / count - 0.5) * length;
    const [dx, dy] = [Math.round(way * Math.cos(radians)), Math.round(way * Math.sin(radians))];
    for (let y = 0; y < height; y++) {
      const from = Math.min(height - 1, Math.max(0, y + dy)) * width;
      for (let x = 0; x < width; x++) {
        output[y * width + x]! += scene[from + Math.min(width - 1, Math.max(0, x + dx))]! / count;
      }
    }
  }
  return output;
}

/** Applies light that falls off to one side, and the noise of the sensor. */
function expose(
  scene: Float32Array,
  { width, height, seed, frame, noise, shade }: Settings,
): Uint8Array {
  const lightRandom = createRandom(seed + 1);
  const angle = lightRandom() * 2 * Math.PI;
  const random = frame === 0 ? lightRandom : createRandom(seed + 7919 * frame);
  const [slopeX, slopeY] = [(Math.cos(angle) * shade) / 2, (Math.sin(angle) * shade) / 2];
  const grain = Float32Array.from(
    { length: 8192 },
    () => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
  const gray = new Uint8ClampedArray(scene.length);
  for (let y = 0; y < height; y++) {
    // Each row starts at another offset in one list of noise, which looks as random and is ten
    // times as fast.
    let next = Math.floor(random() * grain.length);
    const rowLight = 1 - shade / 2 + slopeY * ((2 * y) / height - 1);
    for (let x = 0; x < width; x++) {
      const light = rowLight + slopeX * ((2 * x) / width - 1);
      gray[y * width + x] = scene[y * width + x]! * light + grain[next]!;
      next = next + 1 === grain.length ? 0 : next + 1;
    }
  }
  return new Uint8Array(gray.buffer);
}
