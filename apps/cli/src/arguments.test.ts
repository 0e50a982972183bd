import fc from "fast-check";
import { expect, test } from "vitest";
import { parseArguments } from "./input/arguments.ts";

const options = {
  to: { value: "URL", help: "" },
  content: { value: "TEXT", help: "" },
  json: { help: "" },
} as const;

const reasons: [string, string[], string][] = [
  ["an unknown option", ["--frm", "x"], "There is no option --frm."],
  [
    "a mistyped option",
    ["--contnet", "x"],
    "There is no option --contnet; did you mean --content?",
  ],
  ["a short option", ["-t"], "There is no option -t."],
  ["a missing value at the end", ["--to"], "--to needs a value: --to URL."],
  [
    "an option where a value belongs",
    ["--to", "--json"],
    "--to needs a value: --to URL. (A value that starts with a dash is written --to=--json.)",
  ],
  ["a value for a switch", ["--json=yes"], "--json is a switch and takes no value."],
  ["an option given twice", ["--to", "a", "--to", "b"], "--to is given twice; give it once."],
  ["a word too many", ["a", "b"], '"b" is one word too many.'],
  ["a missing word", ["--json"], "URL is missing."],
];

test.each(reasons)("%s is refused with a sentence", (_, args, reason) => {
  expect(parseArguments(args, options, ["URL"])).toEqual({ ok: false, reason });
});

test("of a word with alternatives all are named", () => {
  const reasonFor = (word: string) => parseArguments([], options, [word]);
  expect(reasonFor("nfc|code")).toEqual({ ok: false, reason: "nfc or code is missing." });
  expect(reasonFor("HEX|FILE|-…")).toEqual({ ok: false, reason: "HEX, FILE or - is missing." });
});

test("values may be joined with =, start with a dash then, be empty, or be a single dash", () => {
  const read = parseArguments(["--to=-5", "--content", "-", "--json"], options);
  expect(read).toEqual({ ok: true, values: { to: "-5", content: "-", json: true }, words: [] });
  expect(parseArguments(["--to", ""], options)).toMatchObject({ values: { to: "" } });
});

test("after -- everything is a word, and a name ending in … takes one or more", () => {
  const read = parseArguments(["a", "--", "--json"], options, ["FILE…"]);
  expect(read).toMatchObject({ ok: true, words: ["a", "--json"] });
  expect(parseArguments([], options, ["FILE…"])).toEqual({ ok: false, reason: "FILE is missing." });
});

test("any arguments give values or one sentence", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("--to", "--json", "--", "-", "--no-json", "--__proto__", "--constructor=1"),
  );
  fc.assert(
    fc.property(fc.array(word), (args) => {
      const read = parseArguments(args, options, ["URL"]);
      if (!read.ok) expect(read.reason).toMatch(/\.\)?$|\?$/);
    }),
  );
});
