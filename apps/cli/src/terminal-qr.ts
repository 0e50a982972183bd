import { renderUnicodeCompact } from "uqr";
import type { Io } from "./command.ts";

/**
 * A QR code for a terminal, indented by two; undefined where none would be read: not a terminal, or too narrow.
 * Black on white is said outright, so that it does not depend on the terminal's own colours.
 */
export function printQr(
  text: string,
  { stdout, env }: Pick<Io, "stdout" | "env">,
): string | undefined {
  if (!stdout.isTTY || env.TERM === "dumb") return undefined;
  // With NO_COLOR the blocks take the text's colour: light modules, as most terminals write light on dark.
  const plain = Boolean(env.NO_COLOR);
  const lines = renderUnicodeCompact(text, { border: 2, invert: !plain }).split("\n");
  const width = Math.max(...lines.map((line) => [...line].length));
  if ((stdout.columns ?? 80) < width + 2) return undefined;
  return lines.map((line) => `  ${plain ? line : `\u001b[30;107m${line}\u001b[0m`}\n`).join("");
}
