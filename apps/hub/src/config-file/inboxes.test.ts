import fc from "fast-check";
import { expect, test } from "vitest";
import { completeInbox, toCheckedInbox } from "../definitions/inbox.ts";
import { retentionLimits } from "../definitions/retention-limits.ts";
import { parseConfigFile } from "./parse.ts";
import { formatDefinitions } from "./print.ts";

const parse = (text: string) => parseConfigFile(text, { path: "/d/scanhook.yaml", env: {} });

test("inboxes and the journal of changes get their defaults, and mistakes in them are named", () => {
  const valid = parse("inboxes: { dock: { keepDays: 90 }, audit-heads: {} }\nchanges:\n");
  if (!valid.ok) throw new Error(valid.reasons[0]);
  const defaults = { open: false, keepScans: 0, audit: false };
  expect(Object.fromEntries(valid.definitions!.inboxes)).toEqual({
    dock: { ...defaults, title: "", keepDays: 90 },
    "audit-heads": { ...defaults, title: "Audit heads", keepDays: 0 },
  });
  expect(valid.definitions!.changes).toEqual({});
  const wrong = parse("inboxes: { Dock: {}, door: { keepday: 1 } }\nchanges: { keepDays: x }\n");
  expect(wrong.ok ? [] : wrong.reasons).toEqual([
    expect.stringMatching(/^inboxes\.Dock in .*: A name has 1 to 64 of a-z/),
    expect.stringMatching(/^inboxes\.door\.keepday in .*: .* The nearest is keepDays\.$/),
    expect.stringMatching(/^changes\.keepDays in .*: This must be a whole number\.$/),
  ]);
});

const anyLimit = (maximum: number) =>
  fc.option(fc.integer({ min: 1, max: maximum }), { nil: undefined });
/** Texts that YAML would take for something else are among them. */
const anyTitle = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(
    "",
    "~",
    "null",
    "no",
    "0x1F",
    "1e3",
    "- a",
    "a: b",
    "#",
    "'",
    '"',
    "| ",
    "\n\n",
    "&a",
  ),
);
const anyInbox = fc.record({
  title: fc.option(anyTitle, { nil: undefined }),
  open: fc.boolean(),
  keepDays: anyLimit(retentionLimits.keepDays),
  keepScans: anyLimit(retentionLimits.keepScans),
  audit: fc.boolean(),
});
// "null" and "1e3" are names that YAML would take for something else.
const anyName = fc.oneof(
  fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,10}$/),
  fc.constantFrom("null", "true", "1e3", "0", "audit-heads"),
);

test("inboxes with any titles and names are printed as they are read", () => {
  fc.assert(
    fc.property(fc.dictionary(anyName, anyInbox, { maxKeys: 4 }), (inboxes) => {
      const records = Object.entries(inboxes).map(([name, inbox]) => {
        // A store has no empty titles, and the hub titles its own inboxes.
        const { title } = completeInbox(name, { title: inbox.title ?? "" });
        return { ...inbox, title: title || undefined, name, origin: "dashboard" as const };
      });
      const routing = { destinations: [], routes: [] };
      const yaml = formatDefinitions({ inboxes: records, routing });
      const parsed = parse(yaml);
      if (!parsed.ok) throw new Error(`${parsed.reasons[0]}\n${yaml}`);
      for (const record of records) {
        const { name } = record;
        const read = parsed.definitions!.inboxes.get(name) ?? completeInbox(name, {});
        expect(read).toEqual(toCheckedInbox(record));
      }
    }),
  );
});
