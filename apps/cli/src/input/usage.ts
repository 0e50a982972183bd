import type { Io } from "../io.ts";
import type { CommandName } from "../summaries.ts";
import { formatColumns } from "../terminal/columns.ts";
import type { Options } from "./arguments.ts";

/**
 * The help of a command. `synopsis` has the lines that say how to write the command. `help` is the
 * complete text that `--help` prints.
 */
export type Usage = { command: CommandName; synopsis: string; help: string };

/**
 * Creates the usage of a command from the table of options that also parses its arguments.
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
  if (examples.length > 0) {
    blocks.push(`For example:\n${examples.map((example) => `  ${example}`).join("\n")}`);
  }
  return { command, synopsis, help: `${blocks.join("\n\n")}\n` };
}

/**
 * Writes the reason and the synopsis of the command to stderr. Leaves out the rest of the help, so
 * that the reason stays on the screen. Returns the exit code for wrong use.
 */
export function wrongUse(io: Io, reason: string, { command, synopsis }: Usage): 2 {
  io.stderr.write(
    `${reason}\n\n${synopsis}\n\nRun "scanhook help ${command}" for the complete help.\n`,
  );
  return 2;
}
