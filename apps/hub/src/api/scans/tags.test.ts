import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StoredScan } from "../../store/stored-scan.ts";
import type { TagRecord } from "../../store/tags.ts";
import {
  asOwner,
  type Call,
  postScan,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

const drill = "04:A2:7F:1B:5E:80:00";
const spool = "E0:04:01:08:66:2F:6F:BC";

let hub: TestHub;
let owner: Call;
let api: DescribedApi;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub();
  owner = await asOwner(hub);
  api = await createDescribedApi(owner);
  call = api.call;
});
afterAll(() => hub[Symbol.asyncDispose]());

beforeEach(async () => {
  await owner("DELETE", "/api/inboxes/door?scans=delete");
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  for (const { identifier } of (await listTags()).tags) await unnameTag(identifier);
});

type TagPage = { tags: TagRecord[]; next?: string };
const listTags = async (query = "") => (await call<TagPage>("GET", `/api/tags${query}`)).body;
const unnameTag = (identifier: string) => call("DELETE", `/api/tags/${identifier}/name`);
const nameTag = (identifier: string, newName: string) =>
  call<TagRecord>("PUT", `/api/tags/${identifier}/name`, { body: { name: newName } });
const postTagScan = async (identifier: string, content = "x") =>
  expect((await postScan(hub, { identifier, content })).status).toBe(204);
const toIdentifiers = ({ tags }: TagPage) => tags.map(({ identifier }) => identifier);

test("scans with the same UID in any form belong to one tag, and codes belong to none", async () => {
  await postTagScan(drill, "https://example.com/drill");
  await postTagScan("04a27f1b5e8000", "again");
  await postTagScan("bc:6f:2f:66:08:01:04:e0", "PLA");
  await postTagScan("NoIdentifierInCompatibilityMode");
  await postTagScan(crypto.randomUUID());
  expect((await listTags()).tags).toMatchObject([
    { identifier: spool, scans: 1, lastScan: { content: "PLA", tag: spool } },
    { identifier: drill, scans: 2, lastScan: { content: "again", identifier: "04a27f1b5e8000" } },
  ]);
  const tag = await call<TagRecord>("GET", "/api/tags/04-A2-7F-1B-5E-80-00");
  expect(tag.body).toEqual({ ...(await listTags()).tags[1], entries: [] });
  expect(Date.parse(tag.body.firstSeenAt!)).toBeLessThanOrEqual(Date.parse(tag.body.lastSeenAt!));
});

test("a tag can be named, also before its first scan, and its scans show the name", async () => {
  expect((await nameTag("04a27f1b5e8000", "  Drill 7 ")).body).toEqual({
    revision: 2,
    changedAt: expect.any(String),
    identifier: drill,
    name: "Drill 7",
    scans: 0,
  });
  expect((await nameTag(spool, "Drill 7")).status).toBe(200);
  await postTagScan(drill, "x");
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
  expect((await unnameTag(drill)).status).toBe(204);
  expect((await call("GET", `/api/tags/${drill}`)).body).not.toHaveProperty("name");
  expect((await unnameTag(drill)).status).toBe(404);
  expect((await unnameTag(spool)).status).toBe(204);
  expect((await call("GET", `/api/tags/${spool}`)).status).toBe(404);
});

test("tags are listed in pages by the time of their last scan, and found by words", async () => {
  for (const identifier of ["04:01", "04:02", "04:03"])
    await postTagScan(identifier, `at ${identifier}`);
  await nameTag("05:02", "prepared");
  await nameTag("05:01", "prepared");
  await postTagScan("04:01", "again");
  const expected = ["04:01", "04:03", "04:02", "05:01", "05:02"];
  const pages: string[][] = [];
  for (let cursor = ""; ; ) {
    const page = await listTags(`?limit=2${cursor}`);
    pages.push(toIdentifiers(page));
    if (page.next === undefined) break;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
  expect(pages).toEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4)]);
  expect(toIdentifiers(await listTags("?text=prep"))).toEqual(["05:01", "05:02"]);
  expect(toIdentifiers(await listTags("?text=again"))).toEqual(["04:01"]);
  expect(toIdentifiers(await listTags("?text=05-02"))).toEqual(["05:02"]);
});

test("scans can be filtered by tag and found by its name", async () => {
  for (const content of ["1", "2"]) await postTagScan(drill, content);
  await postTagScan(spool, "3");
  await nameTag(drill, "Bohrmaschine");
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
])("%s %s explains the form of a tag identifier", async (method, path) => {
  const body = method === "PUT" ? { name: "x" } : undefined;
  expect(await call(method, path, { body })).toMatchObject({
    status: 400,
    body: { error: { code: "not-a-tag", message: expect.stringContaining("04:A2:7F") } },
  });
});

test.each(["", " \t ", "a\nb", "\u0000", "x".repeat(101), "\ud800"])(
  "the name %j is refused with one sentence",
  async (newName) => {
    expect(await nameTag(drill, newName)).toMatchObject({
      status: 422,
      body: { error: { code: "not-a-name" } },
    });
    expect((await call("GET", `/api/tags/${drill}`)).status).toBe(404);
  },
);

test("invalid requests for tags are refused, and a page of another site cannot name a tag", async () => {
  for (const query of ["?limit=0", "?limit=501", "?cursor=x", "?cursor=1-", "?cursor=04:A2"]) {
    const { status, body } = await call<object>("GET", `/api/tags${query}`);
    expect([status, body]).toMatchObject([400, { error: { code: "invalid-request" } }]);
  }
  expect((await call("PUT", `/api/tags/${drill}/name`, { body: {} })).status).toBe(400);
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const body = { name: "x" };
  expect((await call("PUT", `/api/tags/${drill}/name`, { body, headers })).status).toBe(403);
  expect((await listTags()).tags).toEqual([]);
});

test("this file has tested every endpoint of tags", () => {
  expect(api.untestedEndpoints().filter((endpoint) => endpoint.includes(" /api/tags"))).toEqual([]);
});
