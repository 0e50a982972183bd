import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Io, Output } from "../io.ts";
import { describeSystemError } from "./system-error.ts";

/**
 * Writes the rows of an export to a file, or to stdout without one. Resolves to the exit code; if
 * the file cannot be written, writes the reason to stderr.
 */
export async function writeExport(
  rows: AsyncIterable<string>,
  file: string | undefined,
  io: Io,
): Promise<0 | 1> {
  if (file === undefined) {
    await writeRows(io.stdout, rows);
    return 0;
  }
  try {
    await pipeline(rows, createWriteStream(file));
  } catch (error) {
    io.stderr.write(`${describeSystemError(error, "Writing the export")}\n`);
    return 1;
  }
  return 0;
}

/** Waits while the output is full, so that only a few rows are in memory. */
async function writeRows(output: Output, rows: AsyncIterable<string>): Promise<void> {
  for await (const text of rows) {
    const isFull = output.write(text) === false;
    if (isFull && output instanceof Writable) await once(output, "drain");
  }
}
