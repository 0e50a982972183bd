import fc from "fast-check";
import { expect, it } from "vitest";
import { checkIn } from "./kinds/check-in.ts";
import type { ReplyParts } from "./kinds/kind.ts";
import { checkLine, fillLine, type LineVariables } from "./own-line.ts";
import { composeReply } from "./reply.ts";

const now = new Date(2026, 10, 22, 14, 9).getTime();
const parts: ReplyParts = {
  result: "no",
  code: "already-in",
  register: { name: "gala", kind: checkIn, rules: { capacity: 900 } },
  entry: {
    ...{ id: 1, label: "Ada Lovelace", group: "Speaker", fields: { table: "7" } },
    ...{ attention: "Bring her to the stage.", blocked: false, version: 1 },
  },
  told: {
    presence: {
      ...{ status: "inside", since: new Date(2026, 10, 22, 14, 2).getTime() },
      ...{ door: "north", uses: 1 },
    },
    inside: 412,
  },
  now,
  showsNames: true,
  language: "en",
};
const compose = (template: string, changed: Partial<ReplyParts> = {}) => {
  const code = changed.code ?? parts.code;
  const rules = { capacity: 900, texts: { [code]: template } };
  return composeReply({ ...parts, register: { ...parts.register, rules }, ...changed });
};

it.each([
  [
    "{{ entry.label }} ist schon da, seit {{ last.time }} ({{ last.door }}).",
    "Ada Lovelace ist schon da, seit 14:02 (north).",
  ],
  ["Tisch {{ entry.fields.table }}, {{ entry.group }}", "Tisch 7, Speaker"],
  [
    "{{ verdict.counts.inside }}/{{ verdict.counts.capacity }} {{ verdict.register }}",
    "412/900 gala",
  ],
  ["{{ verdict.text | upcase }}", "ADA LOVELACE IS ALREADY IN (14:02, NORTH)."],
  ["{{ verdict.word }}\n  twice\u2028over ", "ALREADY IN twice over"],
])("the line %j says %j, after the word that everybody reads first", (template, line) => {
  const { reply, lineProblem } = compose(template);
  expect(reply).toMatchObject({ text: line, message: `NO. ${line}`, title: "Ada Lovelace" });
  expect(lineProblem).toBeUndefined();
});

it("keeps the note that has to be read, and cuts the whole to 240 characters", () => {
  const welcome = { result: "look", code: "checked-in" } as const;
  expect(compose("Welcome!", welcome).reply.text).toBe("Welcome! Bring her to the stage.");
  const long = compose(`${"ü".repeat(300)}{{ entry.id }}`, welcome).reply;
  expect(Array.from(long.message)).toHaveLength(240);
});

it.each([
  ["{% for i in (1..100000) %}{{ i }}{% endfor %}", "does too much"],
  ["{{ entry.label | append: entry.label | times: 2 }}{% if false %}", "has an error"],
  ["{{ entry.nothing }}", "no text"],
])("leaves the standard line if %j cannot be filled in, and says why", (template, reason) => {
  const { reply, lineProblem } = compose(template);
  expect(reply).toEqual(composeReply(parts).reply);
  expect(lineProblem).toContain(reason);
});

it("names the guest and the door to no unknown sender", () => {
  const stranger = { showsNames: false };
  for (const template of ["{{ entry.label }}", "{{ last.door }}"]) {
    expect(compose(template, stranger).reply).toEqual(
      composeReply({ ...parts, ...stranger }).reply,
    );
  }
  expect(compose("Zur Kasse, bitte.", stranger).reply.text).toBe("Zur Kasse, bitte.");
  expect(compose("{{ verdict.text }}", stranger).reply.text).toBe(
    "This guest is already in (14:02, north).",
  );
});

it.each([
  ["Welcome {{ entry.label }}", undefined],
  ["{% if entry.group == 'Press' %}Press{% endif %}", undefined],
  ["Welcome {{ guest.name }}", "There is no variable “guest”."],
  ["{{ content }}", "There is no variable “content”."],
  ["Welcome {{ entry.label", "The template has an error: "],
  ["{{ entry.label | shout }}", "The template has an error: undefined filter: shout"],
  ["x".repeat(1001), "The template has more than 1000 characters."],
])("the template %j is checked when it is saved", (template, problem) => {
  if (problem === undefined) expect(checkLine(template)).toBeUndefined();
  else expect(checkLine(template)).toContain(problem);
});

it("is a short text without control characters or a sentence, whatever the guest is called", () => {
  const entry = fc.record({
    label: fc.string({ unit: "grapheme" }),
    fields: fc.dictionary(fc.string(), fc.string({ unit: "binary" })),
  });
  const template = fc.oneof(
    fc.string(),
    fc.constantFrom("{{ entry.label }}", "{{ entry.fields }}", "{{ entry | json }}{{ last.time }}"),
  );
  const verdict = composeReply(parts).reply satisfies LineVariables["verdict"];
  fc.assert(
    fc.property(entry, template, fc.constantFrom(...checkIn.codes), (entry, template, code) => {
      const filled = fillLine(template, { verdict, entry });
      if (filled.ok) expect(filled.text).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u);
      else expect(filled.reason).toMatch(/\.$/);
      const changed = { code, entry: { ...parts.entry!, ...entry } };
      expect(Array.from(compose(template, changed).reply.message).length).toBeLessThanOrEqual(240);
    }),
  );
});
