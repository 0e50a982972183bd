import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StoredScan, TagRecord } from "../store/store.ts";
import { asOwner, type Call, postScan, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

const drill = "04:A2:7F:1B:5E:80:00";
const spool = "E0:04:01:08:66:2F:6F:BC";

let hub: TestHub;
let owner: Call;
let api: DescribedApi;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub();
  owner = await asOwner(hub);
  api = await asDescribed(owner);
  call = api.call;
});
afterAll(() => hub[Symbol.asyncDispose]());

beforeEach(async () => {
  await owner("DELETE", "/api/inboxes/door?scans=delete");
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  for (const { identifier } of (await list()).tags) await unname(identifier);
});

type List = { tags: TagRecord[]; next?: string };
const list = async (query = "") => (await call<List>("GET", `/api/tags${query}`)).body;
const unname = (identifier: string) => call("DELETE", `/api/tags/${identifier}/name`);
const name = (identifier: string, given: string) =>
  call<TagRecord>("PUT", `/api/tags/${identifier}/name`, { body: { name: given } });
const scan = async (identifier: string, content = "x") =>
  expect((await postScan(hub, { identifier, content })).status).toBe(204);
const identifiers = ({ tags }: List) => tags.map(({ identifier }) => identifier);

test("a tag is one, however its UID was written, and codes and tags without a UID are none", async () => {
  await scan(drill, "https://example.com/drill");
  await scan("04a27f1b5e8000", "again");
  await scan("bc:6f:2f:66:08:01:04:e0", "PLA");
  await scan("NoIdentifierInCompatibilityMode");
  await scan(crypto.randomUUID());
  expect((await list()).tags).toMatchObject([
    { identifier: spool, scans: 1, lastScan: { content: "PLA", tag: spool } },
    { identifier: drill, scans: 2, lastScan: { content: "again", identifier: "04a27f1b5e8000" } },
  ]);
  const one = await call<TagRecord>("GET", "/api/tags/04-A2-7F-1B-5E-80-00");
  expect(one.body).toEqual((await list()).tags[1]);
  expect(Date.parse(one.body.firstSeenAt!)).toBeLessThanOrEqual(Date.parse(one.body.lastSeenAt!));
});

test("a tag is named, before it was seen too, and its scans say so everywhere", async () => {
  expect((await name("04a27f1b5e8000", "  Drill 7 ")).body).toEqual({
    identifier: drill,
    name: "Drill 7",
    scans: 0,
  });
  expect((await name(spool, "Drill 7")).status).toBe(200);
  await scan(drill, "x");
  const { body } = await call<{ scans: StoredScan[] }>("GET", "/api/scans");
  expect(body.scans[0]).toMatchObject({ tag: drill, tagName: "Drill 7" });
  const id = body.scans[0]!.id;
  expect((await call("GET", `/api/scans/${id}`)).body).toMatchObject({ tagName: "Drill 7" });
  const headers = { accept: "application/json" };
  expect((await call("GET", "/api/last/nfc", { headers })).body).toMatchObject({
    tagName: "Drill 7",
  });
  const lines = await call<string>("GET", "/api/scans/export?format=jsonl&tag=04a27f1b5e8000");
  expect(JSON.parse(lines.body)).toMatchObject({ id, tagName: "Drill 7" });
  expect((await unname(drill)).status).toBe(204);
  expect((await call("GET", `/api/tags/${drill}`)).body).not.toHaveProperty("name");
  expect((await unname(drill)).status).toBe(404);
  expect((await unname(spool)).status).toBe(204);
  expect((await call("GET", `/api/tags/${spool}`)).status).toBe(404);
});

test("tags are listed in pages, those seen last first, and found by words", async () => {
  for (const identifier of ["04:01", "04:02", "04:03"]) await scan(identifier, `at ${identifier}`);
  await name("05:02", "prepared");
  await name("05:01", "prepared");
  await scan("04:01", "again");
  const all = ["04:01", "04:03", "04:02", "05:01", "05:02"];
  const pages: string[][] = [];
  for (let cursor = ""; ; ) {
    const page = await list(`?limit=2${cursor}`);
    pages.push(identifiers(page));
    if (page.next === undefined) break;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
  expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  expect(identifiers(await list("?text=prep"))).toEqual(["05:01", "05:02"]);
  expect(identifiers(await list("?text=again"))).toEqual(["04:01"]);
  expect(identifiers(await list("?text=05-02"))).toEqual(["05:02"]);
});

test("scans are listed by tag, and found by its name", async () => {
  for (const content of ["1", "2"]) await scan(drill, content);
  await scan(spool, "3");
  await name(drill, "Bohrmaschine");
  for (const query of ["tag=04a27f1b5e8000", `tag=${drill}`, "text=bohr"]) {
    const { body } = await call<{ scans: StoredScan[] }>("GET", `/api/scans?${query}`);
    expect(
      body.scans.map(({ content }) => content),
      query,
    ).toEqual(["2", "1"]);
  }
});

test.each([
  ["GET", "/api/tags/drill"],
  ["GET", "/api/tags/NoIdentifierInCompatibilityMode"],
  ["GET", `/api/tags/${crypto.randomUUID()}`],
  ["GET", `/api/tags/${"ab".repeat(33)}`],
  ["PUT", "/api/tags/drill/name"],
  ["DELETE", "/api/tags/04:A/name"],
  ["GET", "/api/scans?tag=drill"],
  ["GET", "/api/scans/export?tag=drill"],
  ["GET", "/api/scans/stream?tag=drill"],
])("%s %s says what the identifier of a tag looks like", async (method, path) => {
  const body = method === "PUT" ? { name: "x" } : undefined;
  expect(await call(method, path, { body })).toMatchObject({
    status: 400,
    body: { error: { code: "not-a-tag", message: expect.stringContaining("04:A2:7F") } },
  });
});

test.each(["", " \t ", "a\nb", "\u0000", "x".repeat(101), "\ud800"])(
  "the name %j is refused with one sentence",
  async (given) => {
    expect(await name(drill, given)).toMatchObject({
      status: 422,
      body: { error: { code: "not-a-name" } },
    });
    expect((await call("GET", `/api/tags/${drill}`)).status).toBe(404);
  },
);

test("what is no request for tags is refused, and another site's page may not name one", async () => {
  for (const query of ["?limit=0", "?limit=501", "?cursor=x", "?cursor=1-", "?cursor=04:A2"]) {
    const { status, body } = await call<object>("GET", `/api/tags${query}`);
    expect([status, body]).toMatchObject([400, { error: { code: "invalid-request" } }]);
  }
  expect((await call("PUT", `/api/tags/${drill}/name`, { body: {} })).status).toBe(400);
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const body = { name: "x" };
  expect((await call("PUT", `/api/tags/${drill}/name`, { body, headers })).status).toBe(403);
  expect((await list()).tags).toEqual([]);
});

test("every request for tags that is described was made here", () => {
  expect(api.unasked().filter((one) => one.includes(" /api/tags"))).toEqual([]);
});
