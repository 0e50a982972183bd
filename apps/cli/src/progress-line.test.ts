import { expect, test } from "vitest";
import { createProgressLine } from "./terminal/progress-line.ts";

function write(isTTY: boolean): string {
  let text = "";
  const line = createProgressLine({
    isTTY,
    write(more) {
      text += more;
    },
  });
  for (const part of [0, 0.001, 0.5, 1]) line.show("Packing", part);
  line.clear();
  line.clear();
  return text;
}

test("on a terminal one line is written over while the number changes, and is gone at the end", () => {
  expect(write(true).split("\r\x1b[K")).toEqual([
    "",
    "Packing: 0 %",
    "Packing: 50 %",
    "Packing: 100 %",
    "",
  ]);
});

test("in a pipe or a file nothing is written", () => {
  expect(write(false)).toBe("");
});
