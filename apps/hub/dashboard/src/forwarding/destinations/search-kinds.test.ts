import { expect, test } from "vitest";
import type { Kind } from "./kinds.ts";
import { searchKinds } from "./search-kinds.ts";

const kinds = [
  { name: "http", title: "HTTP request", summary: "Any server, for Slack too", group: "server" },
  { name: "slack", title: "Slack", summary: "A message in a channel", group: "chat" },
  { name: "odd", title: "Odd", summary: "From a later hub", group: "unheard-of" },
] as Kind[];
const search = (words: string) =>
  searchKinds(kinds, words, (group) => `the ${group} group`).map(({ name }) => name);

test("all kinds are there until somebody searches", () => {
  expect(search(" ")).toEqual(["http", "slack", "odd"]);
});

test("what is named by the words comes first; every word has to be somewhere", () => {
  expect(search("SLACK")).toEqual(["slack", "http"]);
  expect(search("message channel")).toEqual(["slack"]);
  expect(search("chat")).toEqual(["slack"]);
  expect(search("message server")).toEqual([]);
});

test("a kind of a group that is not known is found among the servers", () => {
  expect(search("later the server")).toEqual(["odd"]);
});
