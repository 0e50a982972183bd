import type { Io } from "../io.ts";
import type { CommandName } from "../summaries.ts";
import { formatColumns } from "../terminal/columns.ts";
import type { Options } from "./arguments.ts";

/**
 * `synopsis`: the lines that say how to write the command. `help`: the whole text that `--help`
 * prints.
 */
export type Usage = { command: CommandName; synopsis: string; help: string };

/**
 * Creates the usage of a command from the same table of options that its arguments are parsed with.
 */
export function createUsage(
  command: CommandName,
  content: {
    lines: string[];
    about: string;
    options?: Options;
    after?: string;
    examples?: string[];
  },
): Usage {
  const { lines, about, options = {}, after, examples = [] } = content;
  const synopsis = lines
    .map((line, index) => (index === 0 ? "Usage: " : "       ") + line)
    .join("\n");
  const rows = Object.entries(options).map(
    ([name, { value, help }]) => [value ? `--${name} ${value}` : `--${name}`, help] as const,
  );
  rows.push(["--help", "show this"]);
  const blocks = [synopsis, about, `Options:\n${formatColumns(rows)}`];
  if (after) blocks.push(after);
  if (examples.length > 0) blocks.push(`For example:\n${examples.map((e) => `  ${e}`).join("\n")}`);
  return { command, synopsis, help: `${blocks.join("\n\n")}\n` };
}

/**
 * Writes to stderr what was wrong and how the command is written. Leaves out the rest of the help,
 * so that the reason stays on the screen. Returns the exit code for wrong use.
 */
export function wrongUse(io: Io, reason: string, { command, synopsis }: Usage): 2 {
  io.stderr.write(
    `${reason}\n\n${synopsis}\n\nRun "scanhook help ${command}" for the complete help.\n`,
  );
  return 2;
}
