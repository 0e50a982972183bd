import { expect, it } from "vitest";
import { splitFields } from "./shown-fields.ts";

const fields = {
  ...{ Table: "7", "E-Mail": "ada@example.org", Telefon: "030 1", Kontakt: "+49 30 123456" },
  ...{ Wer: "ada@example.org", Firma: "ACM", constructor: "x" },
};
const shown = (rules: object) => splitFields(fields, rules).shown.map(([name]) => name);

it("hides mail addresses and telephone numbers unless the rules name what to show", () => {
  expect(shown({})).toEqual(["Table", "Firma", "constructor"]);
  expect(splitFields(fields, {}).hidden.map(([name]) => name)).toEqual([
    ...["E-Mail", "Telefon", "Kontakt", "Wer"],
  ]);
});

it("shows what the rules name, and nothing if they name nothing", () => {
  expect(shown({ shows: ["E-Mail", "Table", "Gone"] })).toEqual(["Table", "E-Mail"]);
  expect(shown({ shows: [] })).toEqual([]);
});
