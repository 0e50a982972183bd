import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job } from "../jobs/job.ts";
import type { ActParts } from "./acts.ts";
import { findLeads, isAboutLead, type Lead, toLeadDraft } from "./find-leads.ts";

const sentences = {
  act: "Nobody knows.",
  search: "The hub did not answer.",
  noReceiver: "Nothing was sent.",
  status: ({ status }: { status: string }) => `Error ${status}.`,
};
const job: Job = { id: "1", name: "", url: "https://hub.example/in/stand", user: "maria" };

/** Answers requests with one response, and keeps their addresses. */
function openHub(status: number, body: unknown) {
  const urls: URL[] = [];
  const parts: ActParts = {
    receiver: { url: job.url, user: job.user, password: "secret" },
    sentences,
    fetch: async (input) => {
      urls.push(new URL(String(input)));
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    },
  };
  return { urls, parts };
}

const rating = { key: "rating", label: "Rating", type: "rating", max: 5 };
const until = "2026-12-06T23:00:00.000Z";
const ada = {
  entry: 12,
  label: "Ada Lovelace",
  fields: { Company: "Example", Rating: "4" },
  first: { at: "2026-11-29T14:02:00.000Z", by: "maria" },
  last: { at: "2026-11-29T15:00:00.000Z", by: "ben" },
  scans: 2,
};
const read = async (...leads: unknown[]): Promise<Lead[]> => {
  const found = await findLeads(
    { text: "", before: undefined },
    openHub(200, { leads, more: false }).parts,
  );
  return found.ok ? found.value.leads : [];
};

test("leads are asked for by words and page by page, below the receiver URL", async () => {
  const { urls, parts } = openHub(200, { leads: [ada], more: true });
  const found = await findLeads({ text: "a&b #é", before: 40 }, parts);
  expect(urls[0]!.pathname).toBe("/in/stand/leads");
  expect(Object.fromEntries(urls[0]!.searchParams)).toEqual({
    ...{ text: "a&b #é", before: "40", limit: "20" },
  });
  expect(found).toEqual({
    ok: true,
    value: {
      hasMore: true,
      leads: [
        {
          ...{ entry: 12, label: "Ada Lovelace", scans: 2, asked: undefined },
          fields: [
            ["Company", "Example"],
            ["Rating", "4"],
          ],
          isUnnamed: false,
          isWaiting: false,
          first: { at: Date.UTC(2026, 10, 29, 14, 2), by: "maria" },
          last: { at: Date.UTC(2026, 10, 29, 15), by: "ben" },
        },
      ],
    },
  });
  await findLeads({ text: "", before: undefined }, parts);
  expect(urls[1]!.searchParams.has("before")).toBe(false);
});

test("a lead waits for consent while the hub asks before it decides, or nobody scanned it", async () => {
  const ask = { movement: 7, before: true, until, questions: [rating] };
  const [asked, open, never] = await read(
    { ...ada, ask },
    { ...ada, ask: { ...ask, before: false } },
    { ...ada, first: undefined, unnamed: true },
  );
  expect([asked!.isWaiting, open!.isWaiting, never!.isWaiting]).toEqual([true, false, true]);
  expect(asked!.asked).toEqual({ movement: 7, ask: { before: true, until, questions: [rating] } });
  expect([asked!.isUnnamed, never!.isUnnamed]).toEqual([false, true]);
});

test("the questions about a lead become the draft of the movement that asked them", async () => {
  const ask = { movement: 7, before: false, until, questions: [rating] };
  const [asked, silent] = await read({ ...ada, ask }, ada);
  expect(toLeadDraft(silent!, job, 1)).toBeUndefined();
  expect(toLeadDraft(asked!, job, 1)).toMatchObject({
    id: "7 maria https://hub.example/in/stand",
    movement: 7,
    title: "Ada Lovelace",
    ask: { questions: [rating] },
    typed: {},
  });
});

test.each([
  [409, { error: { code: "no-leads", message: "It keeps no leads." } }, "It keeps no leads."],
  [401, { error: { message: "The password is wrong." } }, "The password is wrong."],
  [404, "Not found", "Error 404."],
  [200, "<html>", "This receiver has no list of leads."],
  [200, { entries: [] }, "This receiver has no list of leads."],
])("the response %i with %j becomes a sentence", async (status, body, reason) => {
  const { parts } = openHub(status, body);
  expect(await findLeads({ text: "", before: undefined }, parts)).toEqual({ ok: false, reason });
});

test("without a network the search says so", async () => {
  const { parts } = openHub(200, {});
  const broken = { ...parts, fetch: () => Promise.reject(new TypeError("fetch failed")) };
  const found = await findLeads({ text: "", before: undefined }, broken);
  expect(found).toEqual({ ok: false, reason: "The hub did not answer." });
});

test("leads that no page can show are left out, whatever is sent", async () => {
  expect(await read(null, "Ada", {}, { entry: "12", label: "Ada" }, { entry: 1 })).toEqual([]);
  const anything = fc.oneof(fc.anything(), fc.constantFrom(ada, { ...ada, ask: { movement: 7 } }));
  await fc.assert(
    fc.asyncProperty(fc.array(anything), async (leads) => {
      const listed = await read(...(JSON.parse(JSON.stringify(leads)) as unknown[]));
      for (const lead of listed) {
        expect(Number.isSafeInteger(lead.entry)).toBe(true);
        for (const scan of [lead.first, lead.last]) expect(scan?.at).not.toBeNaN();
        for (const field of lead.fields)
          expect(field.map((part) => typeof part)).toEqual(["string", "string"]);
      }
    }),
  );
});

test.each([
  ["new-lead", true],
  ["ask-consent", true],
  ["answered", false],
  ["lent", false],
])("a verdict with the code %s is about a lead: %s", (code, expected) => {
  expect(isAboutLead({ code })).toBe(expected);
});
