import { styleText } from "node:util";
import type { Io, Output } from "../io.ts";

/**
 * Returns a function that colors text for a terminal. It leaves text alone for pipes, files and
 * NO_COLOR (no-color.org).
 */
export function createColorizer(output: Output, env: Io["env"]) {
  const isOn = output.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return (format: Parameters<typeof styleText>[0], text: string): string =>
    isOn ? styleText(format, text, { validateStream: false }) : text;
}
