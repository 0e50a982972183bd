import type { Ask, Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { findAskedId, findAskingJob, isIdle, toDraft } from "./asked.ts";

const optional: Ask["questions"] = [{ key: "note", label: "Note", type: "text", max: 9 }];
const job = { id: "hall", name: "", url: "https://hub.example/in/hall?a=1", user: "ada" };
const verdict: Verdict = {
  result: "ask",
  code: "x",
  word: "CHECK",
  text: "",
  facts: [],
  movement: 7,
};

test("a draft is for one movement of one user of one receiver", () => {
  const asking = { ...verdict, ask: { before: true, questions: optional } };
  const draft = toDraft(asking, job, { id: "e1", code: "EXT-7" }, 5)!;
  expect(draft).toMatchObject({
    job: { id: "hall", address: "https://hub.example/in/hall" },
    movement: 7,
    entryId: "e1",
    code: "EXT-7",
    typed: {},
  });
  expect(findAskedId(asking, job)).toBe(draft.id);
  expect(findAskedId(asking, { ...job, user: "bob" })).not.toBe(draft.id);
  expect(findAskedId({ ...asking, movement: 8 }, job)).not.toBe(draft.id);
});

test.each([
  ["no questions", verdict],
  ["questions that this app cannot ask", { ...verdict, ask: { before: true, questions: [] } }],
  [
    "questions about no movement",
    { ...verdict, movement: undefined, ask: { before: true, questions: optional } },
  ],
] as [string, Verdict][])("a verdict with %s makes no draft", (_, asking) => {
  expect(toDraft(asking, job, { id: "e1", code: "" }, 5)).toBeUndefined();
  expect(findAskedId(asking, job)).toBeUndefined();
});

const paired = { ...job, id: "yard" };
const moved = { ...job, url: "https://other.example/in/hall" };
const renamed = { ...job, url: `${job.url}&b=2` };
test.each([
  ["the job that was asked", [paired, job], job],
  ["a job with the same receiver and user, if its own is gone", [paired], paired],
  ["such a job, if its own was paired with another receiver", [moved, paired], paired],
  ["no job with another receiver", [moved], undefined],
  ["no job with another user", [{ ...job, user: "bob" }], undefined],
  ["the job whose URL got another query", [renamed], renamed],
])("the answers go to %s", (_, jobs, expected) => {
  const asking = { ...verdict, ask: { before: true, questions: optional } };
  const draft = toDraft(asking, job, { id: "e1", code: "EXT-7" }, 5)!;
  expect(findAskingJob(draft, jobs)).toBe(expected);
});

const [note] = optional;
const required = [{ ...note!, required: true as const }];
test.each([
  ["optional questions without answers", false, optional, {}, true],
  ["optional questions with a blank answer", false, optional, { note: " " }, true],
  ["optional questions with an answer", false, optional, { note: "Dry" }, false],
  ["a required question", false, required, {}, false],
  ["questions that decide", true, optional, {}, false],
])("a draft of %s (before: %s, %j, %j) is idle: %s", (_, before, questions, typed, expected) => {
  const asking = { ...verdict, ask: { before, questions } };
  const draft = toDraft(asking, job, { id: "e1", code: "EXT-7" }, 5)!;
  expect(isIdle({ ...draft, typed: { ...typed } })).toBe(expected);
});
