import { expect, test } from "vitest";
import { findRuleProblem } from "../../../src/definitions/register.ts";
import { findLenders, findPeople, newRegisterDraft, toNewRegister } from "./new-register-form.ts";
import type { Register } from "./registers.ts";

const draft = {
  ...newRegisterDraft(),
  ...{ title: " Tools ", capacity: "5", checklist: "Whole?" },
  ...{ entriesFrom: "stock", peopleFrom: "staff", interval: { count: 2, unit: "week" } as const },
};

test("a new register has only the rules and lists of its kind", () => {
  const made = (["check-in", "stock", "loans", "inspection"] as const).map((kind) => {
    const register = toNewRegister({ ...draft, kind }, "tools");
    expect(findRuleProblem(kind, register.rules)).toBeUndefined();
    return JSON.parse(JSON.stringify(register));
  });
  const common = { name: "tools", title: "Tools" };
  const question = { key: "whole", label: "Whole?", type: "pass-fail", required: true };
  expect(made).toEqual([
    { ...common, kind: "check-in", rules: { capacity: 5 } },
    { ...common, kind: "stock", rules: {}, entriesFrom: "stock" },
    {
      ...{ ...common, kind: "loans", rules: { loanFor: "2 weeks" } },
      ...{ entriesFrom: "stock", peopleFrom: "staff" },
    },
    {
      ...{ ...common, kind: "inspection", entriesFrom: "stock" },
      rules: { every: "2 weeks", questions: [question] },
    },
  ]);
});

const askLeads = (lead: object, change: object = {}) => {
  const asked = { ...newRegisterDraft().lead, ...lead };
  const register = toNewRegister({ ...draft, kind: "leads", lead: asked, ...change }, "fair");
  expect(findRuleProblem("leads", register.rules)).toBeUndefined();
  return JSON.parse(JSON.stringify(register));
};

test("a register of leads asks for a rating and a note, and keeps leads for good", () => {
  expect(askLeads({}, { title: "Fair", peopleFrom: "" })).toEqual({
    ...{ name: "fair", title: "Fair", kind: "leads" },
    rules: {
      questions: [
        { key: "rating", label: "Rating", type: "rating", max: 5 },
        { key: "note", label: "Note", type: "text" },
      ],
    },
  });
});

test("a register of leads asks what the owner chose, and nothing without a choice", () => {
  const typed = { tags: "Hot, Partner,, Hot", consent: " May we write to you? ", rating: false };
  expect(askLeads(typed, { keepDays: "90" })).toMatchObject({
    ...{ peopleFrom: "staff", keepDays: 90 },
    rules: {
      questions: [
        { key: "consent", label: "May we write to you?", type: "consent", required: true },
        { key: "tags", label: "Tags", type: "tags", options: ["Hot", "Partner"] },
        { key: "note" },
      ],
    },
  });
  expect(askLeads({ rating: false, note: false }).rules).toEqual({ questions: [] });
});

test("lists of things and of people are offered once, by the register that has them", () => {
  const registers = [
    { name: "guests", kind: "check-in" },
    { name: "parts", kind: "stock" },
    { name: "safety", kind: "inspection", entriesFrom: "parts" },
    { name: "tools", kind: "loans" },
  ] as Register[];
  expect(findLenders("check-in", registers)).toEqual([]);
  expect(findLenders("inspection", registers).map(({ name }) => name)).toEqual(["parts", "tools"]);
  expect(findPeople(registers).map(({ name }) => name)).toEqual(["guests"]);
});
