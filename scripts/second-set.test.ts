import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listTests } from "./needed-builds.ts";
import { promiseStories, releaseTests, secondSet } from "./second-set.ts";

const tests = listTests(fileURLToPath(new URL("..", import.meta.url)));
const left = secondSet.map(({ file }) => file);

test("the second set names files that exist, each once", () => {
  expect(left.filter((file) => !tests.includes(file))).toEqual([]);
  expect(left).toEqual([...new Set(left)]);
});

test("of the stories, the first set has one for each promise and no other", () => {
  const stories = tests.filter((file) => /^e2e\/[^/]*$/.test(file));
  const first = stories.filter((file) => !left.includes(file));
  expect(first.sort()).toEqual(Object.values(promiseStories).sort());
});

test("what is left for the release is in the second set", () => {
  expect(releaseTests.filter((file) => !left.includes(file))).toEqual([]);
});
