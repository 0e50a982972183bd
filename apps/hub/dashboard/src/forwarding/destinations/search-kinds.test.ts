import { expect, test } from "vitest";
import type { Kind } from "./kinds.ts";
import { searchKinds } from "./search-kinds.ts";

const kinds = [
  { name: "http", title: "HTTP request", summary: "Any server, for Slack too", group: "server" },
  { name: "slack", title: "Slack", summary: "A message in a channel", group: "chat" },
  { name: "odd", title: "Odd", summary: "From a later hub", group: "unheard-of" },
] as Kind[];
const search = (query: string) =>
  searchKinds(kinds, query, (group) => `the ${group} group`).map(({ name }) => name);

test("returns all kinds for an empty query", () => {
  expect(search(" ")).toEqual(["http", "slack", "odd"]);
});

test("requires every word, and ranks matches in the title first", () => {
  expect(search("SLACK")).toEqual(["slack", "http"]);
  expect(search("message channel")).toEqual(["slack"]);
  expect(search("chat")).toEqual(["slack"]);
  expect(search("message server")).toEqual([]);
});

test("finds a kind of an unknown group among the servers", () => {
  expect(search("later the server")).toEqual(["odd"]);
});
