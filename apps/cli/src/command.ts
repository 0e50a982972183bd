/** Where a command reads from and writes to. Tests pass their own; `bin/scanhook.mjs` passes the process's. */
export type Io = {
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** Aborted by the first Ctrl+C or SIGTERM. A command that never looks at it just ends there and then. */
  signal?: AbortSignal;
};

/** `isTTY` and `columns` as Node gives them for a terminal; absent for a pipe or a file. */
export type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number };

/** One word after `scanhook`. `main.ts` answers `--help` with `usage`, so `run` never sees it. */
export type Command = {
  name: string;
  /** One line for the list that `scanhook --help` prints. */
  summary: string;
  /** The whole help text: how it is written, every option, an example. */
  usage: string;
  /** Resolves to the exit code: 0 done, 1 it did not work, 2 wrong use (with a sentence on stderr). */
  run(args: string[], io: Io): Promise<number>;
};
