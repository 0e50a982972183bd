import type { Usage } from "./input/usage.ts";
import type { Io } from "./io.ts";
import type { CommandName } from "./summaries.ts";

/** One command of `scanhook`. `main.ts` handles `--help`, so `run` never sees it. */
export type Command = {
  name: CommandName;
  /** The line in the list that `scanhook --help` prints. */
  summary: string;
  usage: Usage;
  /** Resolves to the exit code: 0 done, 1 failed, 2 wrong use (with a sentence on stderr). */
  run(args: string[], io: Io): Promise<number>;
};
