import { expect, test } from "vitest";
import { createMemoryStore } from "../files/file-store.ts";
import { newObject } from "./kept-object.ts";
import { makeObject } from "./make-object.ts";
import { createObjectStore } from "./object-store.ts";
import type { ObjectWorker } from "./object-worker.ts";

/** Makes an object with a worker that fails with this error. */
async function makeWith(error: Error) {
  let stops = 0;
  const maker = {
    make: () => Promise.reject(error),
    stop: () => {
      stops++;
    },
  } as unknown as ObjectWorker;
  const store = createObjectStore(createMemoryStore());
  const changes = await makeObject(newObject("Cup", "a4"), { store, maker, onProgress: () => {} });
  return { changes, stops };
}

test("a worker without memory is told from one that fails, and ends in both cases", async () => {
  for (const error of [
    new RangeError("Array buffer allocation failed"),
    new Error("Uncaught RangeError: Invalid typed array length"),
    new Error("WebAssembly.Memory(): could not allocate memory"),
    new Error("out of memory"),
  ]) {
    const { changes, stops } = await makeWith(error);
    expect([changes.problem, stops]).toEqual(["memory", 1]);
  }
  const { changes, stops } = await makeWith(new TypeError("x is not a function"));
  expect([changes.problem, stops]).toEqual(["failed", 1]);
});
