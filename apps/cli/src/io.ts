/**
 * The input and output of a command. Tests pass their own; `run-process.ts` passes those of the
 * process.
 */
export type Io = {
  stdin: NodeJS.ReadableStream;
  stdout: Stdout;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /**
   * Aborted by the first Ctrl+C or SIGTERM. A command that never reads it is ended by Node
   * immediately.
   */
  signal?: AbortSignal;
};

/** An output stream. `isTTY` and `columns` are Node's, and absent for a pipe or a file. */
export type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number };

/** The standard output, which also takes the bytes of a file. */
export type Stdout = Omit<Output, "write"> & { write(piece: string | Uint8Array): unknown };
