import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepDrawn } from "./keep-drawn.ts";

let folder: string;
let cache: string;
let source: string;
let count = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanhook-drawn-"));
  cache = join(folder, "cache");
  source = join(folder, "draw.ts");
  count = 0;
  writeFileSync(source, 'import { pen } from "./pen.ts";\n');
  writeFileSync(join(folder, "pen.ts"), 'export const pen = "blue";\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const keep = (drawing: unknown, to = cache) =>
  keepDrawn({ source, drawing, folder: to }, () => ({ pixels: Uint8Array.of(++count, 7) }));

test("what was drawn is read again, and nothing else", () => {
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(1, 7) });
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(1, 7) });
  expect(keep({ seed: 2 })).toEqual({ pixels: Uint8Array.of(2, 7) });
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(1, 7) });
  expect(count).toBe(2);
});

test("it is drawn again when the code or what that imports changes, and the old one is removed", () => {
  keep({ seed: 1 });
  writeFileSync(join(folder, "pen.ts"), 'export const pen = "red";\n');
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(2, 7) });
  writeFileSync(source, 'import { pen } from "./pen.ts"; // thicker\n');
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(3, 7) });
  expect(keep({ seed: 1 })).toEqual({ pixels: Uint8Array.of(3, 7) });
  expect(readdirSync(join(cache, "draw"))).toHaveLength(1);
});

test("without a place for files, it is drawn each time", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(keep({ seed: 1 }, join(file, "cache"))).toEqual({ pixels: Uint8Array.of(1, 7) });
  expect(keep({ seed: 1 }, join(file, "cache"))).toEqual({ pixels: Uint8Array.of(2, 7) });
});

test("a fault of what draws is no missing place for files", () => {
  const draw = () => {
    throw new Error("no ink");
  };
  expect(() => keepDrawn({ source, drawing: {}, folder: cache }, draw)).toThrow("no ink");
});
