import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type ExportFormat,
  exportScans as exportRows,
  type ScanFilter,
  type Store,
} from "@scanhook/hub";
import type { Command, Output } from "../command.ts";
import { storeOptions, storeSettings, withStore } from "../hub-access/data-folder.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { isDay, isTimestamp } from "../input/timestamp.ts";
import { noSuchInbox } from "../no-such-inbox.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";
import { toSentence } from "../what-failed.ts";

const options = {
  format: {
    value: "jsonl|csv",
    help: "one JSON object a line (default), or CSV with a header line",
  },
  inbox: { value: "NAME", help: "only scans of this inbox" },
  source: { value: "code|nfc", help: "only codes, or only NFC tags" },
  from: {
    value: "TIME",
    help: "only scans received at this time or later, such as 2026-05-12 or 2026-05-12T14:00:00Z",
  },
  to: { value: "TIME", help: "only scans received before this time" },
  text: { value: "WORDS", help: "only scans with these words, or beginnings of words" },
  out: { value: "FILE", help: "write there instead of to stdout" },
  ...storeOptions,
} as const;

export const exportScans: Command = {
  name: "export",
  summary: summaries.export,
  usage: printUsage({
    lines: ["scanhook export [options]"],
    about: `Writes the hub's scans, oldest first: the same rows as the dashboard's export. Works while the hub runs and while it
does not.`,
    options,
    examples: [
      "scanhook export --format csv --from 2026-05-01 --out may.csv",
      "scanhook export --inbox door | jq -r .content | sort | uniq -c",
    ],
  }),
  async run(args, io) {
    const read = parseArguments(args, options);
    if (!read.ok) return wrongUse(io, read.reason, exportScans.usage);
    const { values } = read;
    const order = toOrder(values);
    if ("reason" in order) return wrongUse(io, order.reason, exportScans.usage);
    return withStore(
      { settings: storeSettings(values), usage: exportScans.usage, io },
      async (store) => {
        const { inbox } = order.filter;
        if (inbox !== undefined && !(await isKnown(store, inbox))) {
          io.stderr.write(await noSuchInbox(store, inbox));
          return 1;
        }
        const rows = exportRows(store, order.filter, order.format);
        if (values.out === undefined) {
          await writeRows(io.stdout, rows);
          return 0;
        }
        try {
          await pipeline(rows, createWriteStream(values.out));
        } catch (error) {
          io.stderr.write(`${toSentence(error, "Writing the export")}\n`);
          return 1;
        }
        return 0;
      },
    );
  },
};

function toOrder(
  values: Values<typeof options>,
): { filter: ScanFilter; format: ExportFormat } | { reason: string } {
  const { format = "jsonl", inbox, source, text } = values;
  if (format !== "jsonl" && format !== "csv") {
    return { reason: `--format is jsonl or csv, not "${format}".` };
  }
  if (source !== undefined && source !== "code" && source !== "nfc") {
    return { reason: `--source is code or nfc, not "${source}".` };
  }
  const filter: ScanFilter = {};
  if (inbox !== undefined) filter.inbox = inbox;
  if (source) filter.source = source;
  if (text) filter.text = text;
  for (const end of ["from", "to"] as const) {
    const time = values[end];
    if (time === undefined) continue;
    const date = new Date(time);
    if (!(isDay(time) || isTimestamp(time)) || Number.isNaN(date.getTime())) {
      return {
        reason: `--${end} is a day such as 2026-05-12 or a time with its zone such as 2026-05-12T14:00:00Z, not "${time}".`,
      };
    }
    filter[end] = date.toISOString();
  }
  return { filter, format };
}

/** An inbox that was removed may have left its scans. */
async function isKnown(store: Store, inbox: string): Promise<boolean> {
  if (await store.inbox(inbox)) return true;
  return (await store.listScans({ inbox }, { limit: 1 })).length > 0;
}

/** Waits when the reader is slower, so that any number of scans fits in memory. */
async function writeRows(output: Output, rows: AsyncIterable<string>): Promise<void> {
  for await (const text of rows) {
    const full = output.write(text) === false;
    if (full && output instanceof Writable) await once(output, "drain");
  }
}
