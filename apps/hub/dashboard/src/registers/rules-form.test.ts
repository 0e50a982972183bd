import fc from "fast-check";
import { expect, test } from "vitest";
import { kinds } from "../../../src/registers/kinds/kinds.ts";
import type { Question } from "../../../src/registers/questions.ts";
import type { KindName } from "../../../src/registers/register.ts";
import type { Rules } from "../../../src/registers/rules.ts";
import type { Register } from "./registers.ts";
import {
  findSameGroup,
  readsContacts,
  readsProducts,
  ruleFormats,
  toLocalTime,
  toRulesChange,
  toRulesDraft,
} from "./rules-form.ts";
import { scanCodes } from "./scan-codes.ts";

const register = (rules: Rules, others: object = {}) =>
  ({ name: "gala", kind: "check-in", rules, ...others }) as Register;

test("empty fields leave the rules out", () => {
  const draft = toRulesDraft(register({}));
  expect(draft).toMatchObject({ capacity: null, opens: "", groups: "", reentry: "after-exit" });
  expect(toRulesChange({ ...draft, groups: " , " }, register({}))).toEqual({
    ...{ title: "", keepDays: 0, rules: { reentry: "after-exit" } },
  });
});

test("a group is what stands between commas, and an empty line of one's own is none", () => {
  const draft = { ...toRulesDraft(register({})), groups: "VIP, crew ,", texts: { full: " " } };
  expect(toRulesChange(draft, register({})).rules).toEqual({
    ...{ reentry: "after-exit", groups: ["VIP", "crew"] },
  });
});

test("an edited time is sent with its zone", () => {
  const draft = { ...toRulesDraft(register({})), opens: "2026-11-22T18:30" };
  const { opens } = toRulesChange(draft, register({})).rules as Rules;
  expect(opens).toMatch(/Z$/);
  expect(toLocalTime(opens)).toBe("2026-11-22T18:30");
});

test("the form offers the codes of a kind that scans get, and its default of products", () => {
  const ofActs = /undo|undone|such|since|everybody|^round-|due-set|already$|ask-over/;
  for (const [name, kind] of Object.entries(kinds)) {
    const codes = kind.codes.filter((code) => !ofActs.test(code));
    expect([...scanCodes[name as KindName]].sort()).toEqual([...codes].sort());
    expect(readsProducts(name as KindName)).toBe(kind.keyRules({}).products ?? false);
    expect(readsContacts(name as KindName)).toBe(kind.keyRules({}).contacts ?? false);
  }
});

test("a stock has its own rules, and the defaults are left out", () => {
  const stock = register({ belowZero: "look", keys: { products: false } }, { kind: "stock" });
  const draft = toRulesDraft(stock);
  expect(draft).toMatchObject({ belowZero: "look", unknown: "add", products: false });
  expect(toRulesChange(draft, stock)).toEqual({ title: "", rules: stock.rules });
  const changed = { ...draft, belowZero: "no", products: true, unknown: "refuse" } as const;
  expect(toRulesChange(changed, stock).rules).toEqual({ unknown: "refuse" });
});

test("loans and inspections have their own rules, and questions in both", () => {
  const questions = [{ key: "whole", label: "Whole?", type: "pass-fail" as const }];
  const loans = register({ loanFor: "7 days", handOver: "no", questions }, { kind: "loans" });
  const draft = toRulesDraft(loans);
  expect(toRulesChange(draft, loans)).toEqual({ title: "", rules: loans.rules });
  const kept = { ...draft, loanFor: { count: null, unit: "day" }, askDue: true } as const;
  expect(toRulesChange({ ...kept, handOver: "ask" }, loans).rules).toEqual({
    ...{ askDue: true, questions },
  });

  const rules = {
    every: "1 year",
    everyByGroup: { Ladders: "6 mo" },
    leadTime: "2 weeks",
    touch: true,
  };
  const safety = register({ ...rules, questions }, { kind: "inspection" });
  const inspected = toRulesDraft(safety);
  expect(toRulesChange(inspected, safety)).toEqual({ title: "", rules: safety.rules });
  const [ladders] = inspected.everyByGroup;
  const rows = [
    { ...ladders!, group: " Long ladders " },
    { group: "", every: { count: 3, unit: "day" } as const },
    { group: "Lifts", every: { count: null, unit: "day" } as const },
  ];
  expect(toRulesChange({ ...inspected, everyByGroup: rows, questions: [] }, safety).rules).toEqual({
    ...{ ...rules, everyByGroup: { "Long ladders": "6 months" } },
  });
});

test("a group that is named twice is told, and not overwritten silently", () => {
  const draft = toRulesDraft(register({}, { kind: "inspection" }));
  const rowOf = (group: string) => ({ group, every: { count: 1, unit: "year" } as const });
  const rows = ["Ladders", "Lifts"].map(rowOf);
  expect(findSameGroup({ ...draft, everyByGroup: rows })).toBeUndefined();
  expect(findSameGroup({ ...draft, everyByGroup: [...rows, rowOf(" Ladders ")] })).toBe(
    "The group Ladders is named twice; remove one of the two.",
  );
});

test("two versions of a question never look the same in a conflict", () => {
  const question = { key: "bar", label: "Bar", type: "number" as const };
  const choice = { ...question, type: "choice" as const, options: ["a", "b"] };
  const versions: Question[] = [
    ...[question, { ...question, key: "bar-2" }, { ...question, required: true }],
    ...[
      { ...question, unit: "psi" },
      { ...question, min: 3 },
      { ...question, max: 3 },
    ],
    ...[
      { ...question, hint: "Look." },
      { ...question, groups: ["Lifts"] },
    ],
    ...[choice, { ...choice, fails: ["b"] }, { ...choice, options: ["b", "a"] }],
    ...[
      { ...question, type: "text" as const },
      { ...question, type: "date" as const },
    ],
  ];
  const formatted = versions.map((each) => {
    const rules = { questions: [each] };
    return ruleFormats.questions!(toRulesDraft(register(rules, { kind: "loans" })).questions);
  });
  expect(new Set(formatted).size).toBe(versions.length);
  expect(formatted.slice(0, 5)).toEqual([
    "Bar (bar); Number; optional",
    "Bar (bar-2); Number; optional",
    "Bar (bar); Number; Must be answered",
    "Bar (bar); Number; optional; Unit: psi",
    "Bar (bar); Number; optional; Good from: 3",
  ]);
});

test("rules that nobody edits come back as they were", () => {
  const count = fc.integer({ min: 1, max: 1_000_000 });
  const time = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const word = fc.stringMatching(/^[a-z0-9-]{1,9}$/);
  const rules = fc.record(
    {
      capacity: count,
      uses: count,
      opens: time,
      closes: time,
      closed: fc.constant(true),
      exitAllAt: fc.constantFrom("00:00", "04:30"),
      groups: fc.array(word, { minLength: 1 }),
      texts: fc.record({ full: word }),
      shows: fc.array(word),
      tap: fc.boolean(),
      keys: fc.record(
        {
          ignoreCase: fc.constant(true),
          contacts: fc.constant(true),
          products: fc.boolean(),
          stripPrefix: word,
          links: fc.record({ hosts: fc.array(word, { minLength: 1 }) }),
        },
        { requiredKeys: ["stripPrefix"] },
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(rules, word, count, (each, title, keepDays) => {
      const whole: Rules = { ...each, reentry: "always" };
      const current = register(whole, { title, keepDays });
      expect(toRulesChange(toRulesDraft(current), current)).toEqual({
        ...{ title, keepDays, rules: whole },
      });
      const { closed, keys, shows, tap, texts } = each;
      const ofStock = { closed, keys, shows, tap, texts, unknown: "add" } as Rules;
      const stock = register(ofStock, { kind: "stock", title });
      expect(toRulesChange(toRulesDraft(stock), stock)).toEqual({ title, rules: ofStock });
    }),
  );
});

test("the form of leads shows the two questions of the hub, and saves that nothing is asked", () => {
  const stand = register({}, { kind: "leads", keepDays: 90 });
  const draft = toRulesDraft(stand);
  expect(draft.questions.map(({ key }) => key)).toEqual(["rating", "note"]);
  expect(draft).toMatchObject({ keepDays: 90, contacts: true, products: false });
  expect(toRulesChange({ ...draft, keepDays: null, questions: [] }, stand)).toMatchObject({
    ...{ keepDays: 0, rules: { questions: [] } },
  });
  const silent = register({ questions: [] }, { kind: "leads" });
  expect(toRulesDraft(silent).questions).toEqual([]);
});

test("tags that cannot be copied keep their names, and only typed keys are sent", () => {
  const before = register({ keys: { sun: { data: "e", cmac: "c" } } }, { secrets: ["fileKey"] });
  const draft = toRulesDraft(before);
  expect(draft).toMatchObject({ sun: true, sunNames: { data: "e", uid: "" }, secrets: {} });
  expect(toRulesChange(draft, before)).toMatchObject({ rules: before.rules, secrets: undefined });
  const secrets = { fileKey: "", metaKey: null };
  const changed = { ...draft, sunNames: { ...draft.sunNames, uid: " u " }, secrets };
  expect(toRulesChange(changed, before)).toMatchObject({
    rules: { keys: { sun: { data: "e", cmac: "c", uid: "u" } } },
    secrets: { metaKey: null },
  });
  const without = toRulesChange({ ...draft, sun: false }, before).rules as Rules;
  expect(without.keys).toBeUndefined();
});
