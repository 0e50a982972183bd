import { expect, test } from "vitest";
import { createEntryId, type HistoryEntry } from "../history/entry.ts";
import { divideUnsent } from "./awaiting-decision.ts";

const door = "https://hub.example/in/door";
const shop = "https://hub.example/in/shop";
const deciding = { has: (address: string) => address === door };
const unreachable = { kind: "unreachable", cause: "network", reason: "offline" } as const;

function entry(content: string, fields: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: createEntryId(1_000, 0, () => 0),
    source: "code",
    scan: { identifier: content, date: "2026-05-12T14:23:01Z", content },
    body: `{ "content" : "${content}" }`,
    at: 1_000,
    outcome: unreachable,
    resends: 0,
    ...fields,
  };
}

const entries = [
  entry("UNCHECKED", { sentTo: door, outcome: { ...unreachable, unchecked: true } }),
  entry("BEFORE IT WAS KNOWN", { sentTo: door }),
  entry("TO THE SHOP", { sentTo: shop }),
  entry("WITHOUT RECEIVER", { outcome: { kind: "not-configured" } }),
];
const contents = (list: HistoryEntry[]) => list.map(({ scan }) => scan.content);

test("scans for a receiver that decides are divided from those that are only stored", () => {
  const { plain, awaiting } = divideUnsent(entries, shop, deciding);
  expect(contents(awaiting)).toEqual(["UNCHECKED", "BEFORE IT WAS KNOWN"]);
  expect(contents(plain)).toEqual(["TO THE SHOP", "WITHOUT RECEIVER"]);
});

test("all scans await a decision if the current receiver decides, whatever its query", () => {
  const { plain, awaiting } = divideUnsent(entries, `${door}?key=secret`, deciding);
  expect(plain).toEqual([]);
  expect(awaiting).toHaveLength(4);
});
