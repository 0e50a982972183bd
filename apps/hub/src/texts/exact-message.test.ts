import { findReason } from "@scanhook/texts/translate-error";
import { expect, test } from "vitest";
import english from "./en/errors.json" with { type: "json" };
import { readSentence, say } from "./exact-message.ts";
import { translateFor, translateSentence } from "./translate-sentence.ts";

const { reasons } = english;
const listNames = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);

/** A sentence of each kind that others hold, and a value that no other text has. */
const sampleOf = (name: string) =>
  name === "problem"
    ? say("question-needs-option")
    : name === "problems"
      ? "line 2 has no Code; line 3 has no Name"
      : `«${name}»`;

test.each(Object.entries(reasons))(
  "the sentence %s is found again by its words",
  (reason, text) => {
    const values = Object.fromEntries(listNames(text).map((name) => [name, sampleOf(name)]));
    const message = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
    expect(findReason(message, reasons)).toEqual({ reason, values });
  },
);

test("a sentence that is none of the reasons has no reason", () => {
  for (const message of ["", "Something else went wrong.", "“Name” is not what it was."])
    expect(readSentence(message)).toBeUndefined();
});

test("a sentence inside another one is translated with it", () => {
  const problem = say("question-needs-option");
  const message = say("quoted-problem", { label: "Seal", problem });
  expect(message).toBe("“Seal” needs at least one option.");
  expect(translateSentence(message, "de")).toBe("„Seal“ braucht mindestens eine Option.");
  expect(translateSentence(message, "en")).toBe(message);
});

test("each line of a refused list is translated, also with a semicolon of its own", () => {
  const problems = [
    say("row-code-rounded", { line: "2", code: "4.00638E+12" }),
    say("row", {
      line: "3",
      problem: say("row-wrong-value", {
        column: "Qty",
        problem: say("value-has-unit", { text: "3 kg" }),
      }),
    }),
    "line 4 is odd",
  ].join("; ");
  expect(translateSentence(say("list-refused-and-more", { problems, more: "7" }), "de")).toBe(
    "Nichts wurde importiert: Zeile 2 hat den Code 4.00638E+12, den ein Tabellenprogramm gerundet hat; formatieren Sie seine Spalte als Text; Zeile 3 hat einen falschen Wert in Qty: „3 kg“ hat eine Einheit; setzen Sie sie in eine eigene Spalte; line 4 is odd; und 7 weitere.",
  );
});

test("the language is that of the request, else that of the hub", () => {
  const sentence = say("destination-paused");
  const sayTo = (header: string | undefined, own: string) =>
    translateFor({ headers: { "accept-language": header } }, sentence, own);
  expect(sayTo("fr-CH, en;q=0.5", "de")).toBe("Elle est en pause.");
  expect(sayTo("nl", "es")).toBe("Está en pausa.");
  expect(sayTo(undefined, "en")).toBe("It is paused.");
});
