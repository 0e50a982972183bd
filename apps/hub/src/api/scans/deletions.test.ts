import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredScan } from "../../store/stored-scan.ts";
import {
  asOwner,
  type Call,
  postScan,
  readJson,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";

let hub: TestHub;
let owner: Call;

beforeAll(async () => {
  hub = await startTestHub();
  owner = await asOwner(hub);
  for (const name of ["door", "shop"]) await owner("POST", "/api/inboxes", { name, open: true });
  await owner("POST", "/api/inboxes", { name: "trail", open: true, audit: true });
});
afterAll(() => hub[Symbol.asyncDispose]());

type Deleted = { count: number; audited: number; deletion?: string; restorableUntil?: string };

async function call<T>(path: string, body: unknown, status = 200): Promise<T> {
  const response = await owner("POST", path, body);
  expect(response.status).toBe(status);
  return readJson<T>(response);
}
async function listContents(inbox: string): Promise<string[]> {
  const response = await owner("GET", `/api/scans?inbox=${inbox}`);
  const { scans } = await readJson<{ scans: StoredScan[] }>(response);
  return scans.map(({ content }) => content);
}
async function postAll(inbox: string, contents: readonly string[]): Promise<number[]> {
  for (const content of contents) await postScan(hub, { content }, { inbox });
  const response = await owner("GET", `/api/scans?inbox=${inbox}&after=0`);
  const { scans } = await readJson<{ scans: StoredScan[] }>(response);
  return scans.map(({ id }) => id);
}

test("all scans that match are deleted together and brought back together", async () => {
  const ids = await postAll("shop", ["apple 1", "apple 2", "pear"]);
  const match = { inbox: "shop", text: "apple" };
  const deleted = await call<Deleted>("/api/scans/delete", { match, upTo: ids[2] });
  expect(deleted).toMatchObject({ count: 2, audited: 0 });
  expect(Date.parse(deleted.restorableUntil!)).toBeGreaterThan(Date.now() + 9 * 60_000);
  expect(await listContents("shop")).toEqual(["pear"]);
  const exported = await owner("GET", "/api/scans/export?format=jsonl&inbox=shop");
  expect((await exported.text()).trimEnd().split("\n")).toHaveLength(1);
  expect((await owner("GET", `/api/scans/${ids[0]}`)).status).toBe(404);
  const { deletions } = await readJson<{ deletions: unknown[] }>(
    await owner("GET", "/api/scans/deletions"),
  );
  expect(deletions).toMatchObject([{ deletion: deleted.deletion, scans: 2 }]);

  const { deletion } = deleted;
  expect(await call("/api/scans/restore", { deletion })).toEqual({ count: 2, refused: 0 });
  expect(await listContents("shop")).toEqual(["pear", "apple 2", "apple 1"]);
  expect(await call("/api/scans/restore", { deletion })).toEqual({ count: 0, refused: 0 });
});

test("scans that arrive after the newest one that was shown are not deleted", async () => {
  const ids = await postAll("door", ["old", "shown", "arrived since"]);
  const { count } = await call<Deleted>("/api/scans/delete", {
    match: { inbox: "door" },
    upTo: ids[1],
    forGood: true,
  });
  expect(count).toBe(2);
  expect(await listContents("door")).toEqual(["arrived since"]);
  expect(await call("/api/scans/restore", { ids })).toEqual({ count: 0, refused: 0 });
});

test("scans that arrive after the selection are in no export and in no count of it", async () => {
  await owner("POST", "/api/inboxes", { name: "selected", open: true });
  const ids = await postAll("selected", ["one", "two", "arrived since"]);
  const query = `inbox=selected&upTo=${ids[1]}`;
  const exported = await (await owner("GET", `/api/scans/export?format=jsonl&${query}`)).text();
  const contents = exported
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).content);
  expect(contents).toEqual(["one", "two"]);
  expect(await readJson(await owner("GET", `/api/scans/count?${query}`))).toEqual({ count: 2 });
  expect(await readJson(await owner("GET", "/api/scans/count?upTo=0"))).toEqual({ count: 0 });
});

test("a deletion is made final, and scans of an audit trail stay", async () => {
  const [audited, ...others] = [
    ...(await postAll("trail", ["kept"])),
    ...(await postAll("shop", ["gone 1", "gone 2"])).slice(-2),
  ];
  const deleted = await call<Deleted>("/api/scans/delete", { ids: [audited, ...others] });
  expect(deleted).toMatchObject({ count: 2, audited: 1 });
  const { deletion } = deleted;
  expect(await call("/api/scans/delete", { deletion, forGood: true })).toMatchObject({ count: 2 });
  expect(await call("/api/scans/restore", { deletion })).toEqual({ count: 0, refused: 0 });
  expect(await listContents("trail")).toEqual(["kept"]);
});

test.each([
  ["/api/scans/delete", {}],
  ["/api/scans/delete", { ids: [1], match: {} }],
  ["/api/scans/delete", { match: { inbux: "door" } }],
  ["/api/scans/delete", { match: { from: "yesterday" } }],
  ["/api/scans/delete", { deletion: "x" }],
  ["/api/scans/delete", { deletion: "x", forGood: true, ids: [1] }],
  ["/api/scans/restore", {}],
  ["/api/scans/restore", { ids: [1], deletion: "x" }],
])("POST %s with %j is refused and deletes nothing", async (path, body) => {
  const before = await listContents("shop");
  const refused = await call<{ error: { code: string } }>(path, body, 400);
  expect(refused.error.code).toBe("invalid-request");
  expect(await listContents("shop")).toEqual(before);
});
