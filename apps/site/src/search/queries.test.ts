// Queries of visitors who found nothing, run against the real pages.
import { expect, test } from "vitest";
import { readPages } from "../pages.ts";
import { toArticles } from "./articles.ts";
import { openEngine } from "./engine.ts";

const engine = await openEngine(toArticles(readPages(), { base: "/" }));

test.each([
  ["offline", "/webhook/sending/"],
  ["timeout", "/webhook/limits/"],
  ["retry", "/webhook/sending/"],
  ["custom header", "/hub/passing-on/"],
  ["license", "/project/comparison/#license"],
  ["licence", "/project/comparison/#license"],
  ["hotspot", "/start/door-without-internet/"],
  ["install android app", "/start/phone/"],
  ["roles", "/hub/people/#roles"],
  ["two factor", "/hub/people/"],
  ["keycloak", "/hub/single-sign-on/#keycloak"],
  ["single sign-on", "/hub/single-sign-on/"],
  ["tagIdentifier", "/webhook/payload/#what-a-receiver-takes"],
])("“%s” leads to %s first", (query, url) => {
  expect(engine.search(query)[0]?.url).toBe(url);
});
