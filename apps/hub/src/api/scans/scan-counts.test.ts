import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub();
  ({ call } = await createDescribedApi(await asOwner(hub)));
  for (const name of ["door", "shop"])
    await call("POST", "/api/inboxes", { body: { name, open: true } });
});
afterAll(() => hub[Symbol.asyncDispose]());

type PerDay = {
  counts: { day: string; inbox?: string; user?: string; scans: number }[];
  total: number;
};
type PerContent = {
  contents: { content: string; scans: number; newest: number }[];
  distinct: number;
  scans: number;
  more: boolean;
};

const perDay = async (query = "") => (await call<PerDay>("GET", `/api/scans/per-day${query}`)).body;
const perContent = async (query = "") =>
  (await call<PerContent>("GET", `/api/scans/per-content${query}`)).body;

/** Returns the sum of the counts of all days, because midnight in UTC may pass during a test. */
const sum = ({ counts }: PerDay) => counts.reduce((total, { scans }) => total + scans, 0);

test("received scans are counted per day, inbox and user, and no deletion makes a count smaller", async () => {
  const body = { user: "anna", password: "eight or more" };
  await call("POST", "/api/inboxes/scans/credentials", { body });
  const apple = { content: "apple", date: "2026-05-12T14:23:01Z", identifier: "04:A2:B3:C4" };
  for (let time = 0; time < 2; time++) await postScan(hub, apple, { inbox: "scans", ...body });
  await postScan(hub, { content: "pear" }, { inbox: "scans", ...body });
  for (const content of ["apple", "apple", "plum"])
    await postScan(hub, { content }, { inbox: "door" });

  const all = await perDay();
  expect(all.total).toBe(5);
  expect(sum(all)).toBe(5);
  expect(all.counts[0]).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect(all.counts.map(({ inbox, user }) => [inbox, user])).toEqual(
    expect.arrayContaining([
      ["door", undefined],
      ["scans", "anna"],
    ]),
  );
  expect(await perDay("?user=anna")).toMatchObject({ total: 2 });
  const door = await perDay("?inbox=door&by=day");
  expect([door.total, sum(door)]).toEqual([3, 3]);
  expect(Object.keys(door.counts[0]!)).toEqual(["day", "scans"]);
  expect(await perDay("?to=2020-01-01")).toEqual({ counts: [], total: 5 });

  expect((await call("DELETE", "/api/inboxes/door?scans=delete")).status).toBe(204);
  const { deletion } = (
    await call<{ deletion: string }>("POST", "/api/scans/delete", { body: { match: {} } })
  ).body;
  expect((await call("GET", "/api/scans/count")).body).toEqual({ count: 0 });
  expect(await perDay()).toEqual(all);
  await call("POST", "/api/scans/restore", { body: { deletion } });
  expect(await perDay()).toEqual(all);
  const { inboxes } = (
    await call<{ inboxes: { name: string; scans: number; received: number }[] }>(
      "GET",
      "/api/inboxes",
    )
  ).body;
  expect(inboxes.find(({ name }) => name === "scans")).toMatchObject({ scans: 2, received: 2 });
});

test("stored scans are counted per content for a filter, the most frequent first", async () => {
  const contents = ["red", "blue", "red", "green", "blue", "red"];
  for (const content of contents) await postScan(hub, { content }, { inbox: "shop" });
  const counted = await perContent("?inbox=shop&limit=2");
  expect(counted).toMatchObject({
    contents: [
      { content: "red", scans: 3 },
      { content: "blue", scans: 2 },
    ],
    distinct: 3,
    scans: 6,
    more: false,
  });
  const newest = counted.contents[0]!.newest;
  expect((await call("DELETE", `/api/scans/${newest}`)).status).toBe(204);
  expect(await perContent("?inbox=shop&text=red")).toMatchObject({
    contents: [{ content: "red", scans: 2 }],
    distinct: 1,
  });
  const many = await Promise.all(Array.from({ length: 5 }, () => perContent("?inbox=shop")));
  expect(many.map(({ scans }) => scans)).toEqual([5, 5, 5, 5, 5]);
});

test.each([
  "/api/scans/per-day?from=yesterday",
  "/api/scans/per-day?from=2026-02-30",
  "/api/scans/per-day?by=month",
  "/api/scans/per-content?limit=101",
  "/api/scans/per-content?from=yesterday",
])("%s is refused with one sentence", async (path) => {
  const { status, body } = await call<{ error: { code: string; message: string } }>("GET", path);
  expect([status, body.error.code]).toEqual([400, "invalid-request"]);
  expect(body.error.message).toMatch(/^[A-Z].*\.$/);
});

test("a wrong choice is refused with the choices", async () => {
  const path = "/api/scans/per-day?by=month";
  const { body } = await call<{ error: { message: string } }>("GET", path);
  expect(body.error.message).toContain("(querystring/by must be one of day, inbox, user)");
});
