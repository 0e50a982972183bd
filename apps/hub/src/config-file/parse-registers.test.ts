import { expect, test } from "vitest";
import { parseConfigFile } from "./parse.ts";

const path = "/d/scanhook.yaml";
const parse = (text: string) => parseConfigFile(text, { path, env: {} });

test("registers get their defaults", () => {
  const text = "registers: { gala: { kind: check-in, bindings: [{ inbox: door }] } }";
  const parsed = parse(text);
  expect(parsed.ok && parsed.definitions?.registers.get("gala")).toEqual({
    kind: "check-in",
    rules: {},
    keepDays: 0,
    secrets: {},
    keptSecrets: [],
    bindings: [{ inbox: "door", action: "in", answer: "negotiated" }],
  });
});

test("registers of leads keep their days, their guests, and that nothing is asked", () => {
  const parsed = parse(`registers:
  fair: { kind: check-in }
  stand:
    kind: leads
    peopleFrom: fair
    keepDays: 90
    rules: { questions: [] }
    bindings: [{ inbox: stand }]`);
  expect(parsed.ok && parsed.definitions?.registers.get("stand")).toEqual({
    kind: "leads",
    rules: { questions: [] },
    secrets: {},
    keptSecrets: [],
    peopleFrom: "fair",
    keepDays: 90,
    bindings: [{ inbox: "stand", action: "meet", answer: "negotiated" }],
  });
});

test("keys of tags come from variables, and a mistake names the key", () => {
  const gala = (fileKey: string) =>
    `registers: { gala: { kind: check-in, rules: { keys: { sun: {} } }, secrets: { fileKey: "${fileKey}" } } }`;
  const variable = (name: string) => `\${${name}}`;
  const env = { TAG_KEY: "000102030405060708090A0B0C0D0E0F" };
  const parsed = parseConfigFile(gala(variable("TAG_KEY")), { path, env });
  expect(parsed.ok && parsed.definitions?.registers.get("gala")?.secrets).toEqual({
    fileKey: "000102030405060708090a0b0c0d0e0f",
  });
  for (const [key, reason] of [
    [
      variable("MISSING"),
      /^registers\.gala\.secrets\.fileKey in .*: The variable MISSING is not set/,
    ],
    ["1234", /^registers\.gala\.secrets\.fileKey in .*: .*32 hexadecimal digits/],
  ] as const)
    expect(parse(gala(key))).toEqual({ ok: false, reasons: [expect.stringMatching(reason)] });
});

test.each([
  ["gala: 7", "registers.gala", "This must be a mapping. Correct it."],
  ["Gala: { kind: check-in }", "registers.Gala", "A name has "],
  ["gala: {}", "registers.gala", "kind must be set. Add it."],
  [
    "gala: { kind: party }",
    "registers.gala.kind",
    "This must be one of check-in, stock, loans, inspection, leads.",
  ],
  ["gala: { kind: check-in, guests: [] }", "registers.gala.guests", "This name is unknown here."],
  [
    "gala: { kind: check-in, rules: { capacity: many } }",
    "registers.gala.rules.capacity",
    "This must be a whole number.",
  ],
  [
    "gala: { kind: check-in, rules: { reentry: sometimes } }",
    "registers.gala.rules.reentry",
    "This must be one of never, after-exit, always.",
  ],
  [
    "gala: { kind: check-in, rules: { opens: tomorrow } }",
    "registers.gala.rules.opens",
    "This must be a time with its zone, such as 2026-11-22T18:00:00+01:00.",
  ],
  [
    "gala: { kind: check-in, rules: { texts: { checked-in: '{{ entry.label' } } }",
    "registers.gala.rules.texts.checked-in",
    "",
  ],
  [
    "gala: { kind: check-in, bindings: [{ inbox: door, action: sideways }] }",
    "registers.gala.bindings.0.action",
    "This must be one of in, out, toggle, count, add, remove, move, lend-or-return, lend, return, inspect, meet.",
  ],
  [
    "gala: { kind: check-in, bindings: [{ inbox: door, action: count }] }",
    "registers.gala.bindings[0].action",
    "The kind check-in has no action “count”; it has in, out, toggle.",
  ],
  [
    "store: { kind: stock, rules: { capacity: 3 } }",
    "registers.store.rules.capacity",
    "capacity is a rule of the kind check-in; the kind stock has belowZero, withoutPlace, unknown, single.",
  ],
  [
    "store: { kind: stock, keepDays: 3 }",
    "registers.store.keepDays",
    "Only the guests of a check-in and leads are deleted after some days; leave keepDays out.",
  ],
  [
    "gala: { kind: check-in, bindings: [{ inbox: a }, { inbox: a, action: out }] }",
    "registers.gala.bindings.1.inbox",
    "The inbox a feeds gala already, and an inbox feeds one register. Remove one of the two.",
  ],
  [
    "gala: { kind: check-in, entriesFrom: gala }",
    "registers.gala.entriesFrom",
    "A register cannot borrow from itself. Remove this.",
  ],
  [
    "gala: { kind: check-in, entriesFrom: ball }",
    "registers.gala.entriesFrom",
    "There is no register “ball”. Add it, or correct the name.",
  ],
  [
    "a: { kind: check-in }, b: { kind: check-in, entriesFrom: a }, c: { kind: check-in, entriesFrom: b }",
    "registers.c.entriesFrom",
    "b borrows its entries itself. Name the register that has them.",
  ],
  [
    "a: { kind: check-in }, b: { kind: stock, entriesFrom: a }",
    "registers.b.entriesFrom",
    "a is a register of the kind check-in, whose entries one of the kind stock cannot have; name one of the kind stock, loans, inspection.",
  ],
  [
    "stand: { kind: leads, rules: { reentry: never } }",
    "registers.stand.rules.reentry",
    "reentry is a rule of the kind check-in; the kind leads has questions.",
  ],
  [
    "a: { kind: check-in }, b: { kind: leads, entriesFrom: a }",
    "registers.b.entriesFrom",
    "A register of leads has a list of its own; name the register of its guests with peopleFrom.",
  ],
  [
    "a: { kind: stock }, b: { kind: leads, peopleFrom: a }",
    "registers.b.peopleFrom",
    "a is a register of the kind stock; name one of the kind check-in, which has people.",
  ],
])("a register with a mistake is refused with the path to it: %s", (registers, field, reason) => {
  const parsed = parse(`registers: { ${registers} }`);
  expect(parsed).toEqual({
    ok: false,
    reasons: [expect.stringContaining(`${field} in ${path}: `)],
  });
  const sentence = parsed.ok ? "" : parsed.reasons[0].slice(`${field} in ${path}: `.length);
  expect(sentence).toMatch(/\.$/);
  expect(sentence.startsWith(reason)).toBe(true);
});

test("a through route of the file cannot answer an inbox that feeds a register of the file", () => {
  const parsed =
    parse(`destinations: { erp: { kind: http, settings: { url: "https://a.example/" } } }
routes: { ask: { destination: erp, inbox: door, mode: through } }
registers: { gala: { kind: check-in, bindings: [{ inbox: door }] } }`);
  expect(parsed).toEqual({
    ok: false,
    reasons: [
      `routes.ask.mode in ${path}: A register answers the senders of this inbox. Use mode stored, or another inbox.`,
    ],
  });
});
