import { expect, test } from "vitest";
import { splitText } from "./split-text.ts";

test("values stay apart from the words around them, in the order of the text", () => {
  const english = splitText<string>((slot) => `Lent to ${slot("Ada")} by ${slot("Bo")}.`);
  expect(english).toEqual([
    { text: "Lent to " },
    { part: "Ada" },
    { text: " by " },
    { part: "Bo" },
    { text: "." },
  ]);
  expect(splitText<number>((slot) => `${slot(1)}${slot(2)}`)).toEqual([{ part: 1 }, { part: 2 }]);
});
