import { expect, test } from "vitest";
import { createProgressLine } from "./progress-line.ts";

/** Shows the progress 0, 0.1 %, 50 % and 100 %, and clears the line twice. Returns the output. */
function showProgress(isTTY: boolean): string {
  let output = "";
  const line = createProgressLine({
    isTTY,
    write(text) {
      output += text;
    },
  });
  for (const fraction of [0, 0.001, 0.5, 1]) line.show("Packing", fraction);
  line.clear();
  line.clear();
  return output;
}

test("on a terminal, the progress line is overwritten when its percentage changes, and cleared once at the end", () => {
  expect(showProgress(true).split("\r\x1b[K")).toEqual([
    "",
    "Packing: 0 %",
    "Packing: 50 %",
    "Packing: 100 %",
    "",
  ]);
});

test("the progress line is not written to a pipe or a file", () => {
  expect(showProgress(false)).toBe("");
});
