import { constants } from "node:os";
import type { Io } from "./command.ts";
import { main } from "./main.ts";

/**
 * Runs a command line as this process: its streams, its signals, its exit code. Whatever goes wrong inside ends as a
 * sentence on stderr; `DEBUG=scanhook` adds where it happened, for a bug report.
 */
export async function runProcess(args: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endOfPipe);
  process.on("uncaughtException", (error) => process.exit(crash(error)));
  process.on("unhandledRejection", (error) => process.exit(crash(error)));
  const code = await main(args, processIo()).catch(crash);
  process.exitCode = code;
  // Something may still hold the process (a pipe on stdin, a kept-alive connection); what is printed goes out first.
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

function processIo(): Io {
  let taken: AbortSignal | undefined;
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // Only a command that asks for the signal takes Ctrl+C over from Node.
    get signal() {
      taken ??= takeSignals();
      return taken;
    },
  };
}

/** The first signal asks to finish, the second ends at once. */
function takeSignals(): AbortSignal {
  const asked = new AbortController();
  let first = 0;
  const heard = (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    // npm hands the Ctrl+C on that the terminal has already given to every process: that is one, not two.
    if (!asked.signal.aborted) first = performance.now();
    else if (performance.now() - first > 300) process.exit(128 + constants.signals[signal]);
    asked.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, heard);
  return asked.signal;
}

function crash(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`scanhook stopped on something unexpected: ${message}\n`);
  if (process.env.DEBUG?.includes("scanhook") && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  return 1;
}

/** `scanhook export … | head` is no error. */
function endOfPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}
