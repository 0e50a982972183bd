import fc from "fast-check";
import { expect, it } from "vitest";
import { guessColumns } from "./guess-columns.ts";

it.each([
  [["ticket", "name"], { key: "ticket", label: "name" }],
  [["Name", "E-Mail", "Tisch"], { label: "Name" }],
  [
    ["Order code", "Ticket type", "Attendee name", "Secret", "Notes"],
    { key: "Order code", group: "Ticket type", label: "Attendee name", attention: "Notes" },
  ],
  [["Nr", "Gast", "Gruppe", "UID"], { key: "Nr", label: "Gast", group: "Gruppe", uid: "UID" }],
  [["Vorname", "Ticketnummer"], { key: "Ticketnummer", label: "Vorname" }],
  [["a", "b"], {}],
])("a list with the columns %j is taken for %j", (columns, guess) => {
  expect(guessColumns(columns)).toStrictEqual(guess);
});

it("takes no column twice, and only columns that there are", () => {
  const name = fc.oneof(fc.string(), fc.constantFrom("name", "ticket name", "code", "type", "uid"));
  fc.assert(
    fc.property(fc.uniqueArray(name), (columns) => {
      const used = Object.values(guessColumns(columns));
      expect(new Set(used).size).toBe(used.length);
      expect(columns).toEqual(expect.arrayContaining(used));
    }),
  );
});
