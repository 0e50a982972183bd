import { expect, test } from "vitest";
import {
  type Camera,
  drawPicture,
  type PlacedCode,
  toFrame,
} from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { bands } from "../passes/bands.ts";
import type { Pass } from "../passes/pass.ts";
import { quick } from "../passes/quick.ts";
import { defaultFormats } from "../readings/formats.ts";
import { createBlankFrame, measureFarthestCorner } from "../testing/pictures.ts";
import { frameSchedule, type Schedule } from "./frame-plan.ts";
import { createFrameReading } from "./frame-reading.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);
const hd: Camera = { width: 1920, height: 1080, noise: 4 };
const qrCode = { symbology: "qrcode", text: "https://example.org/a", size: 0.3 };

async function draw(codes: PlacedCode[], camera: Camera = {}) {
  return toFrame(await drawPicture(codes, { ...hd, ...camera }));
}

/** Wraps a pass, counts its calls and records the long side of each picture that it reads. */
function watch(pass: Pass = () => []): { pass: Pass; calls: number; sides: number[] } {
  const watched = {
    calls: 0,
    sides: [] as number[],
    pass: ((picture, usedEngine) => {
      watched.calls++;
      const { width, height } = picture.large();
      watched.sides.push(Math.max(width, height));
      return pass(picture, usedEngine);
    }) as Pass,
  };
  return watched;
}

test("successive frames without a reading run every step of the schedule equally often", async () => {
  const frame = await draw([
    qrCode,
    { symbology: "ean13", text: "5901234123457", at: { x: 0.2, y: 0.3 }, size: 0.3 },
  ]);
  const watched = Array.from({ length: 5 }, () => watch());
  const [whole, strongestPatch, otherPatch, bars, last] = watched.map(({ pass }) => pass);
  const schedule: Schedule = [
    [{ at: "whole", pass: whole!, relativeCost: 1 }],
    [
      { at: "patch", rank: 0, pass: strongestPatch!, relativeCost: 1 },
      { at: "patch", rank: 1, pass: otherPatch!, relativeCost: 1 },
    ],
    [{ at: "bars", rank: 0, pass: bars!, relativeCost: 1 }],
    [{ at: "whole", pass: last!, relativeCost: 1 }],
  ];
  const read = createFrameReading(engine, schedule);
  for (let i = 0; i < 12; i++) expect(read(frame)).toEqual([]);
  expect(watched.map(({ calls }) => calls)).toEqual([3, 3, 3, 3, 3]);
});

test("steps that do not fit into a frame run in the next one, before those of the next slot", async () => {
  const frame = await draw([qrCode]);
  const watched = Array.from({ length: 4 }, () => watch());
  const [costly, alsoCostly, cheap, last] = watched.map(({ pass }) => pass);
  const read = createFrameReading(engine, [
    [
      { at: "whole", pass: costly!, relativeCost: 20 },
      { at: "whole", pass: alsoCostly!, relativeCost: 20 },
      { at: "whole", pass: cheap!, relativeCost: 1 },
    ],
    [{ at: "whole", pass: last!, relativeCost: 20 }],
  ]);
  const calls = Array.from({ length: 6 }, () => {
    read(frame);
    return watched.map((one) => one.calls);
  });
  expect(calls).toEqual([
    [1, 0, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 1, 0],
    [1, 1, 1, 1],
    [2, 1, 1, 1],
    [2, 2, 1, 1],
  ]);
});

test("a code is read again where it was, and its surroundings on every third frame", async () => {
  const frame = await draw([qrCode]);
  const whole = watch(quick);
  const idle = watch();
  const read = createFrameReading(engine, [
    [{ at: "whole", pass: idle.pass, relativeCost: 1 }],
    [{ at: "whole", pass: whole.pass, relativeCost: 1 }],
  ]);
  const contents = Array.from({ length: 8 }, () => read(frame).map(({ content }) => content));
  expect(contents).toEqual([[], ...Array(7).fill([qrCode.text])]);
  // The searches on the first, second, fifth and eighth frame run `idle`, `whole`, `whole` and
  // `idle`. From the third frame on, `whole` reads the part of the frame around the code.
  expect(idle.calls).toBe(2);
  expect(whole.sides.filter((side) => side === 640)).toHaveLength(1 + 1);
  expect(whole.sides.filter((side) => side < 640)).toHaveLength(6);
});

test("a code that moved away is found elsewhere in the same frame", async () => {
  const read = createFrameReading(engine, [[{ at: "whole", pass: quick, relativeCost: 1 }]]);
  for (const x of [0.2, 0.8, 0.35]) {
    const picture = await drawPicture([{ ...qrCode, at: { x, y: 0.5 } }], hd);
    const [reading] = read(toFrame(picture));
    expect(reading?.content).toBe(qrCode.text);
    expect(measureFarthestCorner(reading!.corners, picture.corners[0]!)).toBeLessThan(0.03);
  }
});

test("a second code is noticed before the schedule has run three times, while the first one is read", async () => {
  const read = createFrameReading(engine);
  const first = { ...qrCode, at: { x: 0.25, y: 0.5 } };
  const second = { symbology: "datamatrix", text: "second", size: 0.3, at: { x: 0.75, y: 0.5 } };
  const alone = await draw([first]);
  while (read(alone).length === 0);
  const both = await draw([first, second]);
  const seen = new Set<string>();
  for (let i = 0; i < 3 * frameSchedule.length && seen.size < 2; i++) {
    const contents = read(both).map(({ content }) => content);
    expect(contents).toContain(first.text);
    for (const content of contents) seen.add(content);
  }
  expect(seen).toEqual(new Set([first.text, second.text]));
});

test("bars in noise that no frame shows well enough are read from several frames together", async () => {
  const schedule: Schedule = [[{ at: "bars", rank: 0, pass: bands, relativeCost: 1 }]];
  const read = createFrameReading(engine, schedule);
  const together: string[][] = [];
  for (let i = 0; i < 6; i++) {
    const code = {
      symbology: "ean13",
      text: "5901234123457",
      size: 0.4,
      turn: 20 + 0.3 * Math.sin(i),
      at: { x: 0.5 + 0.004 * Math.sin(3 * i), y: 0.5 },
    };
    const frame = await draw([code], {
      width: 960,
      height: 720,
      noise: 20,
      blur: 1.2,
      frame: i,
      seed: 5,
    });
    expect(createFrameReading(engine, schedule)(frame)).toEqual([]);
    together.push(read(frame).map(({ content }) => content));
  }
  expect(together.at(-1)).toEqual(["5901234123457"]);
});

test("frames may be blank and change their size, as when a phone is turned", async () => {
  const read = createFrameReading(engine);
  const sizes = [
    [1, 1],
    [2000, 1],
    [1, 2000],
    [320, 240],
  ] as const;
  for (const [width, height] of sizes) {
    expect(read(createBlankFrame(width, height, 200))).toEqual([]);
  }
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
    [480, 640],
  ] as const) {
    const frame = await draw([{ ...qrCode, at: { x: 0.8, y: 0.8 }, size: 0.2 }], { width, height });
    const contents = Array.from({ length: 5 }, () => read(frame).map(({ content }) => content));
    expect(contents).toContainEqual([qrCode.text]);
  }
});
