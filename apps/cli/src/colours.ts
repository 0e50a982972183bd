import { styleText } from "node:util";
import type { Io, Output } from "./command.ts";

/** Colours text for a terminal; leaves it alone for pipes and files, and when NO_COLOR is set (no-color.org). */
export function colouring(output: Output, env: Io["env"]) {
  const on = output.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return (format: Parameters<typeof styleText>[0], text: string): string =>
    on ? styleText(format, text, { validateStream: false }) : text;
}
