import { expect, test } from "vitest";
import { createSearch, createWordTest, toSearchedPage } from "./search-documents.ts";

const letter = {
  title: "Stadtwerke Łódź",
  pages: [
    toSearchedPage(1, "Zoë Müller\nRechnung 4711\n\nStraße 5"),
    toSearchedPage(3, "Total of invoice\n4711 due on Friday"),
  ],
};
const find = (query: string) => createSearch(query)?.(letter);

test.each([
  ["rechnung", { page: 1, line: "Rechnung 4711" }],
  ["RECH", { page: 1, line: "Rechnung 4711" }],
  ["zoe mull", { page: 1, line: "Zoë Müller" }],
  ["strasse", { page: 1, line: "Straße 5" }],
  ["friday 4711", { page: 3, line: "4711 due on Friday" }],
  ["lodz total", { page: 3, line: "Total of invoice" }],
  ["lodz", { page: undefined }],
])("%j is found by the beginnings of words, without case and accents", (query, found) => {
  expect(find(query)).toEqual(found);
});

test.each(["nung", "711", "zoe missing"])("%j is not found within words or in part", (query) => {
  expect(find(query)).toBeUndefined();
});

test("the words that are marked on a page are those that the search finds", () => {
  const isSought = createWordTest("mull 4711");
  expect(["Müller,", "(4711)", "4711-2", "Sattmull", "14711"].map(isSought)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(createWordTest(" ")("Müller")).toBe(false);
});

test("a blank query is no search", () => {
  expect(createSearch(" \n")).toBeUndefined();
});
