import fc from "fast-check";
import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";

const options = {
  to: { value: "URL", help: "" },
  content: { value: "TEXT", help: "" },
  json: { help: "" },
} as const;

const refusals: [string, string[], string][] = [
  ["an unknown option", ["--frm", "x"], "There is no option --frm."],
  [
    "a mistyped option",
    ["--contnet", "x"],
    "There is no option --contnet; did you mean --content?",
  ],
  ["a short option", ["-t"], "There is no option -t."],
  ["a missing value at the end", ["--to"], "--to needs a value: --to URL."],
  [
    "an option in place of a value",
    ["--to", "--json"],
    "--to needs a value: --to URL. (Write a value that starts with a dash as --to=--json.)",
  ],
  ["a value for a switch", ["--json=yes"], "--json is a switch and takes no value."],
  ["an option given twice", ["--to", "a", "--to", "b"], "--to is given twice; give it once."],
  ["a surplus positional", ["a", "b"], '"b" is one word too many.'],
  ["a missing positional", ["--json"], "URL is missing."],
];

test.each(refusals)("%s is refused with a sentence", (_, args, reason) => {
  expect(parseArguments(args, options, ["URL"])).toEqual({ ok: false, reason });
});

test("all wrong options are named, each in a line of its own", () => {
  expect(parseArguments(["--frm", "x", "--contnet", "y", "--json=yes"], options, ["URL"])).toEqual({
    ok: false,
    reason: `There is no option --frm.
There is no option --contnet; did you mean --content?
--json is a switch and takes no value.`,
  });
});

test("a missing positional with alternatives is refused with the names of all alternatives", () => {
  const reasonFor = (positional: string) => parseArguments([], options, [positional]);
  expect(reasonFor("nfc|code")).toEqual({ ok: false, reason: "nfc or code is missing." });
  expect(reasonFor("HEX|FILE|-…")).toEqual({ ok: false, reason: "HEX, FILE or - is missing." });
});

test("the value of an option may be empty, be a single dash, or start with a dash after =", () => {
  const parsed = parseArguments(["--to=-5", "--content", "-", "--json"], options);
  expect(parsed).toEqual({
    ok: true,
    values: { to: "-5", content: "-", json: true },
    positionals: [],
  });
  expect(parseArguments(["--to", ""], options)).toMatchObject({ values: { to: "" } });
});

test("an option that can be given again has all its values in their order", () => {
  const parsed = parseArguments(["--from", "a", "--from=b"], {
    from: { value: "FILE", many: true, help: "" },
  });
  expect(parsed).toMatchObject({ ok: true, values: { from: ["a", "b"] } });
});

test("arguments after -- are positionals, and a positional whose name ends in … takes one or more arguments", () => {
  const parsed = parseArguments(["a", "--", "--json"], options, ["FILE…"]);
  expect(parsed).toMatchObject({ ok: true, positionals: ["a", "--json"] });
  expect(parseArguments([], options, ["FILE…"])).toEqual({ ok: false, reason: "FILE is missing." });
});

test("parseArguments refuses invalid arguments with a sentence and never throws", () => {
  const argument = fc.oneof(
    fc.string(),
    fc.constantFrom("--to", "--json", "--", "-", "--no-json", "--__proto__", "--constructor=1"),
  );
  fc.assert(
    fc.property(fc.array(argument), (args) => {
      const parsed = parseArguments(args, options, ["URL"]);
      if (!parsed.ok) expect(parsed.reason).toMatch(/\.\)?$|\?$/);
    }),
  );
});
