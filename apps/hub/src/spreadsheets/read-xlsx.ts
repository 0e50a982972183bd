import { Worker } from "node:worker_threads";
import { type Parsed, refuse } from "../parsed.ts";
import { createTimeBox } from "../registers/time-box.ts";
import { say } from "../texts/exact-message.ts";
import type { SheetChoice } from "./open-workbook.ts";
import type { SheetRow } from "./read-sheet.ts";
import type { ThreadAnswer, ThreadData } from "./read-thread.ts";

/** The rows of a sheet that are not empty, and which sheet it is. */
export type ReadSheet = SheetChoice & { rows: SheetRow[] };

/** The most memory for values in the thread that reads; a hostile file can only fill that. */
const maxHeapMb = 192;

/**
 * Tells whether the bytes are a workbook or another archive that `readXlsx` can name, by their
 * first bytes: a ZIP archive, or a compound file as of Excel 2003. No list in CSV begins so.
 */
export function isWorkbookLike(bytes: Uint8Array): boolean {
  return [
    [0x50, 0x4b, 0x03, 0x04],
    [0x50, 0x4b, 0x05, 0x06],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((magic) => magic.every((byte, index) => bytes[index] === byte));
}

/**
 * Reads a sheet of an XLSX file: the one called `sheet`, else the first visible one that holds
 * anything. Cells are texts as a person sees them. Resolves to one sentence for a file that cannot
 * be read. Unpacks and parses in a thread of its own, whose memory is limited, and lets other work
 * run in between.
 */
export async function readXlsx(
  bytes: Uint8Array,
  { sheet }: { sheet?: string | undefined } = {},
): Promise<Parsed<ReadSheet>> {
  const workerData: ThreadData = { bytes, sheet };
  const worker = new Worker(new URL("./read-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  });
  try {
    return await collectRows(worker);
  } finally {
    await worker.terminate();
  }
}

async function collectRows(worker: Worker): Promise<Parsed<ReadSheet>> {
  const rows: SheetRow[] = [];
  const timeBox = createTimeBox();
  for (;;) {
    const answer = await ask(worker);
    if (answer === "out of memory") return refuse(say("workbook-too-many-cells"));
    if ("reason" in answer) return refuse(answer.reason);
    if ("choice" in answer) return { ok: true, value: { ...answer.choice, rows } };
    for (const row of answer.rows) rows.push(row);
    if (timeBox.isOver()) await timeBox.next();
  }
}

/** Asks the thread for its next answer. Rejects if the thread fails for another reason. */
async function ask(worker: Worker): Promise<ThreadAnswer | "out of memory"> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer | "out of memory">();
  const onError = (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve("out of memory") : reject(error);
  const onExit = () => reject(new Error("The thread that reads workbooks ended early."));
  worker.once("message", resolve).once("error", onError).once("exit", onExit);
  worker.postMessage("next");
  try {
    return await promise;
  } finally {
    worker.off("message", resolve).off("error", onError).off("exit", onExit);
  }
}
