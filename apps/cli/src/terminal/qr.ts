import { renderUnicodeCompact } from "uqr";
import type { Io } from "../io.ts";

/**
 * Formats a QR code for a terminal, indented by two spaces. Returns undefined if nobody could scan
 * it, because the output is not a terminal or is too narrow. Sets black on white explicitly, so
 * that the code does not depend on the colors of the terminal.
 */
export function formatQr(
  text: string,
  { stdout, env }: Pick<Io, "stdout" | "env">,
): string | undefined {
  if (!stdout.isTTY || env.TERM === "dumb") return undefined;
  // With NO_COLOR the blocks take the color of the text. They are the light modules, since most
  // terminals write light on dark.
  const isPlain = Boolean(env.NO_COLOR);
  const lines = renderUnicodeCompact(text, { border: 2, invert: !isPlain }).split("\n");
  const width = Math.max(...lines.map((line) => [...line].length));
  if ((stdout.columns ?? 80) < width + 2) return undefined;
  return lines.map((line) => `  ${isPlain ? line : `\u001b[30;107m${line}\u001b[0m`}\n`).join("");
}
