import fc from "fast-check";
import { expect, test } from "vitest";
import { guessColumns, readColumns } from "./list-columns.ts";

test.each([
  ["ticket\tname\ttable\nT-1\tAda\t7", ["ticket", "name", "table"]],
  ['"Name, first";Code\r\nAda;T-1', ["Name, first", "Code"]],
  ['\ufeff"The ""code""",name', ['The "code"', "name"]],
  ["", []],
])("the columns of %j are %j", (text, expected) => {
  expect(readColumns(text)).toEqual(expected);
});

test("the code and the name are found by their titles, else by their places", () => {
  expect(guessColumns(["Full name", "Ticket code", "Group"])).toEqual({
    key: "Ticket code",
    label: "Full name",
    group: "Group",
  });
  expect(guessColumns(["A", "B"])).toEqual({ key: "A", label: "B", group: "" });
  expect(guessColumns(["Guest"])).toEqual({ key: "", label: "Guest", group: "" });
});

test("the columns of any list are read back", () => {
  const name = fc.stringMatching(/^[a-z"][a-z",;\t ]*[a-z"]$/);
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(",", ";", "\t"),
      (names, separator) => {
        const line = names.map((each) => `"${each.replaceAll('"', '""')}"`).join(separator);
        expect(readColumns(`${line}\na${separator}b`)).toEqual(names);
      },
    ),
  );
});
