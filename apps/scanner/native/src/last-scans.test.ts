import type { Source } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createEntryId, type HistoryEntry } from "../../src/history/entry.ts";
import { keepLastScans, type ScanHistory } from "./last-scans.ts";

function setUp() {
  let entries: HistoryEntry[] = [];
  let notifyChange = () => {};
  let reads = 0;
  const storedScans: { nfc?: string; code?: string }[] = [];
  const history: ScanHistory = {
    async listEntries({ limit, matches = () => true }) {
      if (limit === 1) reads += 1;
      return entries.filter(matches).slice(0, limit);
    },
    countEntries: async () => entries.length,
    onHistoryChange(listener) {
      notifyChange = listener;
      return () => {};
    },
  };
  const scan = (source: Source, content: string): HistoryEntry => ({
    id: createEntryId(entries.length, 0),
    source,
    scan: { identifier: "1", date: "2026-05-12T14:23:01Z", content },
    body: "",
    at: entries.length,
    outcome: { kind: "off" },
    resends: 0,
  });
  return {
    storedScans,
    history,
    get reads() {
      return reads;
    },
    plugin: {
      async keep(last: { nfc?: string; code?: string }) {
        storedScans.push(last);
      },
    },
    add(source: Source, content: string) {
      entries = [scan(source, content), ...entries];
    },
    remove(content: string) {
      entries = entries.filter((entry) => entry.scan.content !== content);
    },
    change: async () => {
      notifyChange();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("the last scan of each source is stored from the start", async () => {
  const shell = setUp();
  shell.add("nfc", "tag 1");
  for (let count = 0; count < 200; count += 1) shell.add("code", `code ${count}`);
  await keepLastScans(shell.plugin, shell.history);
  expect(shell.storedScans.at(-1)).toEqual({ nfc: "tag 1", code: "code 199" });
  const { reads } = shell;
  shell.add("code", "code 200");
  await shell.change();
  expect(shell.storedScans.at(-1)).toEqual({ nfc: "tag 1", code: "code 200" });
  // A new scan must not search the whole history.
  expect(shell.reads).toBe(reads);
});

test("deleting the last scan stores the one before it, or none", async () => {
  const shell = setUp();
  shell.add("nfc", "old");
  shell.add("nfc", "new");
  await keepLastScans(shell.plugin, shell.history);
  shell.remove("new");
  await shell.change();
  expect(shell.storedScans.at(-1)).toEqual({ nfc: "old" });
  shell.remove("old");
  await shell.change();
  expect(shell.storedScans.at(-1)).toEqual({});
});

test("an empty tag is a scan with an empty text, not no scan", async () => {
  const shell = setUp();
  shell.add("nfc", "before");
  await keepLastScans(shell.plugin, shell.history);
  shell.add("nfc", "");
  await shell.change();
  expect(shell.storedScans.at(-1)).toEqual({ nfc: "" });
});

test("a failed update is repeated with the next scan", async () => {
  const shell = setUp();
  let isStoreFull = true;
  const plugin = {
    keep: (last: { nfc?: string; code?: string }) =>
      isStoreFull ? Promise.reject(new Error("full")) : shell.plugin.keep(last),
  };
  await keepLastScans(plugin, shell.history);
  isStoreFull = false;
  shell.add("code", "one");
  await shell.change();
  expect(shell.storedScans).toEqual([{ code: "one" }]);
});
