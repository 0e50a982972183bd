import type { Output } from "../command.ts";

export type ProgressLine = {
  /** `part` is what is done of it, 0 to 1. */
  show(what: string, part: number): void;
  clear(): void;
};

/** One line on a terminal that says how far something is; nothing at all in a pipe or a file. */
export function createProgressLine(output: Output): ProgressLine {
  if (output.isTTY !== true) return { show() {}, clear() {} };
  let shown = "";
  return {
    show(what, part) {
      const line = `${what}: ${Math.floor(part * 100)} %`;
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
