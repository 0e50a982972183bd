import { expect, test } from "vitest";
import { createResources } from "./resources.ts";

test("resources are closed in the opposite order, once, and each even if another one fails", async () => {
  const closed: string[] = [];
  const resources = createResources();
  resources.defer(() => closed.push("first"));
  resources.defer(async () => {
    closed.push("second");
    throw new Error("The second one failed.");
  });
  resources.defer(() => closed.push("third"));
  await expect(resources[Symbol.asyncDispose]()).rejects.toThrow("The second one failed.");
  await expect(resources[Symbol.asyncDispose]()).rejects.toThrow("The second one failed.");
  expect(closed).toEqual(["third", "second", "first"]);
});

test("resources that were moved outlive the block that opened them", async () => {
  const closed: string[] = [];
  async function open() {
    await using resources = createResources();
    resources.defer(() => closed.push("store"));
    return resources.move();
  }
  const moved = await open();
  expect(closed).toEqual([]);
  await moved[Symbol.asyncDispose]();
  expect(closed).toEqual(["store"]);
});
