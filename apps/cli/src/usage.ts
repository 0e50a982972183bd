import type { Io } from "./command.ts";
import type { Options } from "./input/arguments.ts";

/** The help text of a command, made from the same table its arguments are read with. */
export function printUsage(parts: {
  lines: string[];
  about: string;
  options?: Options;
  after?: string;
  examples?: string[];
}): string {
  const { lines, about, options = {}, after, examples = [] } = parts;
  const blocks = [
    lines.map((line, i) => (i === 0 ? "Usage: " : "       ") + line).join("\n"),
    about,
  ];
  const rows = Object.entries(options).map(
    ([name, { value, help }]) => [value ? `--${name} ${value}` : `--${name}`, help] as const,
  );
  rows.push(["--help", "show this"]);
  blocks.push(`Options:\n${printColumns(rows)}`);
  if (after) blocks.push(after);
  if (examples.length > 0) blocks.push(`For example:\n${examples.map((e) => `  ${e}`).join("\n")}`);
  return `${blocks.join("\n\n")}\n`;
}

/** Two columns, the right one wrapped at 100 characters. */
export function printColumns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows
    .map(([name, help]) => {
      const lines = wrap(help, 100 - left);
      return `  ${name}`.padEnd(left) + lines.join(`\n${" ".repeat(left)}`);
    })
    .join("\n");
}

/**
 * Says on stderr what was wrong and how the command is meant to be written, short enough that the reason stays on the
 * screen. Returns the exit code for wrong use.
 */
export function wrongUse(io: Io, reason: string, usage: string): 2 {
  const [lines] = usage.split("\n\n");
  const name = /^Usage: scanhook ([a-z-]+)/.exec(usage)?.[1];
  const shown = name ? `${lines}\n\n"scanhook help ${name}" explains it all.\n` : usage;
  io.stderr.write(`${reason}\n\n${shown}`);
  return 2;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
