import type { Output } from "../io.ts";

export type ProgressLine = {
  /** `fraction`: the part that is done, from 0 to 1. */
  show(activity: string, fraction: number): void;
  clear(): void;
};

/**
 * Creates a line on a terminal that shows the progress of an activity. Writes nothing to a pipe or
 * a file.
 */
export function createProgressLine(output: Output): ProgressLine {
  if (output.isTTY !== true) return { show() {}, clear() {} };
  let shown = "";
  return {
    show(activity, fraction) {
      const line = `${activity}: ${Math.floor(fraction * 100)} %`;
      if (line === shown) return;
      shown = line;
      output.write(`\r\x1b[K${line}`);
    },
    clear() {
      if (shown !== "") output.write("\r\x1b[K");
      shown = "";
    },
  };
}
