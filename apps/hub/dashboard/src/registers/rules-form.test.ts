import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckInRules } from "../../../src/registers/register.ts";
import type { Register } from "./registers.ts";
import { toLocalTime, toRulesChange, toRulesDraft } from "./rules-form.ts";

const register = (rules: CheckInRules, others: object = {}) =>
  ({ name: "gala", rules, ...others }) as Register;

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
  const { opens } = toRulesChange(draft, register({})).rules;
  expect(opens).toMatch(/Z$/);
  expect(toLocalTime(opens)).toBe("2026-11-22T18:30");
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
          products: fc.constant(true),
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
      const whole: CheckInRules = { ...each, reentry: "always" };
      const current = register(whole, { title, keepDays });
      expect(toRulesChange(toRulesDraft(current), current)).toEqual({
        ...{ title, keepDays, rules: whole },
      });
    }),
  );
});
