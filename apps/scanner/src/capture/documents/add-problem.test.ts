import { expect, test } from "vitest";
import { addProblem } from "./add-problem.ts";

test("problems of several files stay in their order, and one that comes again is listed once", () => {
  const first = { kind: "pdf-pages", name: "a.pdf", detail: "Page 2 is damaged." };
  const second = { kind: "empty", name: "b.png" };
  const problems = addProblem(addProblem([], first), second);
  expect(problems).toEqual([first, second]);
  expect(addProblem(problems, { ...first })).toEqual([second, first]);
});
