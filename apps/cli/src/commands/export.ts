import {
  type ExportFormat,
  exportScans as exportRows,
  type ScanFilter,
  type Store,
} from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { describeUnknownInbox } from "../hub-access/unknown-inbox.ts";
import { writeExport } from "../hub-access/write-export.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { parseTimeBounds } from "../input/time-bounds.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";

const options = {
  format: {
    value: "jsonl|csv",
    help: "one JSON object on each line (default), or CSV with a header line",
  },
  inbox: { value: "NAME", help: "only scans of this inbox" },
  source: { value: "code|nfc", help: "only codes, or only NFC tags" },
  from: {
    value: "TIME",
    help: "only scans received at this time or later, such as 2026-05-12 or 2026-05-12T14:00:00Z",
  },
  to: { value: "TIME", help: "only scans received before this time" },
  text: {
    value: "WORDS",
    help: "only scans that contain these words, or words that begin like them",
  },
  out: { value: "FILE", help: "write to this file instead of stdout" },
  ...storeOptions,
} as const;

export const exportScans: Command = {
  name: "export",
  summary: summaries.export,
  usage: createUsage("export", {
    lines: ["scanhook export [options]"],
    about: `Writes the hub's scans, oldest first, in the same rows as the dashboard's export. Works whether the hub runs or not.`,
    options,
    after: "Exit code: 0 the scans are written, 1 they are not, 2 wrong use.",
    examples: [
      "scanhook export --format csv --from 2026-05-01 --out may.csv",
      "scanhook export --inbox door | jq -r .content | sort | uniq -c",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, exportScans.usage);
    const { values } = input;
    const query = parseQuery(values);
    if ("reason" in query) return wrongUse(io, query.reason, exportScans.usage);
    return withStore(
      { parsed: parseStoreSettings(values, io), usage: exportScans.usage, io },
      async (store) => {
        const { inbox } = query.filter;
        if (inbox !== undefined && !(await hasScansOrExists(store, inbox))) {
          io.stderr.write(await describeUnknownInbox(store, inbox));
          return 1;
        }
        return writeExport(exportRows(store, query.filter, query.format), values.out, io);
      },
    );
  },
};

function parseQuery(
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
  const bounds = parseTimeBounds(values);
  return bounds.ok ? { filter: { ...filter, ...bounds.value }, format } : bounds;
}

/** Also returns true for an inbox that was removed while its scans were kept. */
async function hasScansOrExists(store: Store, inbox: string): Promise<boolean> {
  if (await store.inbox(inbox)) return true;
  return (await store.listScans({ inbox }, { limit: 1 })).length > 0;
}
