import { constants } from "node:os";
import type { Io, Stdout } from "./io.ts";
import { main } from "./main.ts";
import { describeMissingPackage } from "./missing-package.ts";
import { toTerminal } from "./terminal/printable.ts";

/**
 * Runs a command line with the streams and signals of this process, and exits with its exit code.
 * An unexpected error becomes a sentence on stderr; `DEBUG=scanhook` adds the stack for a bug
 * report.
 */
export async function runProcess(args: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", exitOnClosedPipe);
  process.on("uncaughtException", (error) => process.exit(reportCrash(error)));
  process.on("unhandledRejection", (error) => process.exit(reportCrash(error)));
  const code = await main(args, processIo()).catch(reportFailure);
  process.exitCode = code;
  // Exits explicitly, since a pipe on stdin or an idle connection may keep the process alive;
  // flushes the output first.
  await Promise.all([waitForFlush(process.stdout), waitForFlush(process.stderr)]);
  process.exit(code);
}

function processIo(): Io {
  let signal: AbortSignal | undefined;
  return {
    stdin: process.stdin,
    stdout: guardTerminal(process.stdout),
    stderr: guardTerminal(process.stderr),
    env: process.env,
    // Only a command that reads the signal replaces the default action of Node on Ctrl+C.
    get signal() {
      signal ??= handleSignals();
      return signal;
    },
  };
}

/** Keeps untrusted text from controlling a terminal. Pipes and files get the text unchanged. */
function guardTerminal(stream: NodeJS.WriteStream): Stdout {
  if (!stream.isTTY) return stream;
  return {
    write: (piece) => stream.write(typeof piece === "string" ? toTerminal(piece) : piece),
    isTTY: true,
    get columns() {
      return stream.columns;
    },
  };
}

/** Returns a signal that the first Ctrl+C aborts. The second ends the process immediately. */
function handleSignals(): AbortSignal {
  const controller = new AbortController();
  let firstSignalAt = 0;
  const onSignal = (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    // The terminal sends Ctrl+C to every process, and npm sends it again. Two signals within 300 ms
    // count as one.
    if (!controller.signal.aborted) firstSignalAt = performance.now();
    else if (performance.now() - firstSignalAt > 300) process.exit(128 + constants.signals[signal]);
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return controller.signal;
}

/** Reports a missing package or a crash on stderr. Returns the exit code. */
async function reportFailure(error: unknown): Promise<number> {
  const missing = await describeMissingPackage(error);
  if (missing === undefined) return reportCrash(error);
  process.stderr.write(`${missing}\n`);
  return 1;
}

function reportCrash(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`scanhook stopped because of an unexpected error: ${message}\n`);
  if (process.env.DEBUG?.includes("scanhook") && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  return 1;
}

/** Exits without an error when the reader of a pipe leaves, as in `scanhook export … | head`. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
}

function waitForFlush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}
