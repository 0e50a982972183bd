import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseScan } from "@scanhook/webhook";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { checkChain } from "./check-chain.ts";

let dir: string;
let store: Store;

beforeAll(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-check-chain-"));
  store = await openStore(dir);
  await store.addInbox({ name: "door", open: true });
  await store.changeInbox("door", { audit: true });
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

const text = fc.string({ unit: "binary" });

test("accepts a trail of any scans that a scanner can send", async () => {
  let count = 0;
  const checked = fc.asyncProperty(
    fc.record(
      { content: text, tagType: fc.oneof(text, fc.jsonValue()), structured: fc.jsonValue() },
      { requiredKeys: ["content"] },
    ),
    fc.constantFrom("", "\uFEFF"),
    async (parts, mark) => {
      count += 1;
      const sent = { identifier: `nr ${count}`, date: "2026-05-12T14:23:01Z", ...parts };
      const body = JSON.stringify(sent);
      const parsed = parseScan(body);
      if (!parsed.ok) throw new Error(parsed.reason);
      const receivedAt = new Date("2026-05-12T14:23:01.500Z");
      const arrival = { inbox: "door", scan: parsed.scan, body: mark + body, receivedAt };
      await store.append(arrival);
    },
  );
  await fc.assert(checked, { numRuns: 200 });
  expect(
    await checkChain((after, limit) => store.listChainRows("door", after, limit)),
  ).toStrictEqual({
    ok: true,
    head: await store.head("door"),
  });
});

test("rejects when the store fails, instead of reporting a broken trail", async () => {
  const failing = async () => {
    throw new StoreUnavailable("busy", "Another process keeps the database locked.");
  };
  await expect(checkChain(failing)).rejects.toThrow(StoreUnavailable);
});
