// Runs in its own thread, because unpacking and parsing take long and scans must not wait for them.
import { parentPort, workerData } from "node:worker_threads";
import { openWorkbook, type SheetChoice } from "./open-workbook.ts";
import type { SheetRow } from "./read-sheet.ts";
import { Unreadable } from "./unreadable.ts";

/** The data with which the thread starts. */
export type ThreadData = { bytes: Uint8Array; sheet: string | undefined };

/** An answer of the thread to a request: some rows, or after the last ones the chosen sheet. */
export type ThreadAnswer = { rows: SheetRow[] } | { choice: SheetChoice } | { reason: string };

const rowsPerAnswer = 200;

async function* readAnswers({ bytes, sheet }: ThreadData): AsyncGenerator<ThreadAnswer> {
  try {
    const { choice, rows } = await openWorkbook(bytes, { sheet });
    for await (const some of rows)
      for (let start = 0; start < some.length; start += rowsPerAnswer)
        yield { rows: some.slice(start, start + rowsPerAnswer) };
    yield { choice };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield { reason: error.message };
  }
}

const answers = readAnswers(workerData as ThreadData);
parentPort!.on("message", async () => {
  const { value } = await answers.next();
  parentPort!.postMessage(value);
});
