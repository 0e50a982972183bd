import type { Outcome } from "@scanhook/webhook";
import { expect, it } from "vitest";
import { createDecidingReceivers } from "./deciding-receivers.ts";

const decided: Outcome = {
  kind: "accepted",
  status: 200,
  verdict: { result: "no", code: "full", word: "FULL", text: "It is full.", facts: [] },
};
const stored: Outcome = { kind: "accepted", status: 204 };
const silent: Outcome = { kind: "unreachable", cause: "timeout", reason: "Silent." };
const door = "https://hub.example/in/door";

function createStorage(initial: string | null = null) {
  let text = initial;
  return {
    getItem: () => text,
    setItem(_key: string, value: string) {
      text = value;
    },
  };
}

it("remembers after a restart which receivers decide, until one accepts a scan without a verdict", () => {
  const storage = createStorage();
  const receivers = createDecidingReceivers(() => storage);
  expect(receivers.has(door)).toBe(false);
  receivers.learn(door, decided);
  receivers.learn("https://hub.example/in/notes", stored);
  receivers.learn(door, silent);
  const restarted = createDecidingReceivers(() => storage);
  expect([restarted.has(door), restarted.has("https://hub.example/in/notes")]).toEqual([
    true,
    false,
  ]);
  restarted.learn(door, stored);
  expect(createDecidingReceivers(() => storage).has(door)).toBe(false);
});

it.each(["", "{", "7", "[7, null]"])("starts empty if the stored text is %j", (text) => {
  const receivers = createDecidingReceivers(() => createStorage(text));
  receivers.learn(door, decided);
  expect(receivers.has(door)).toBe(true);
});

it("lasts until the app is closed if the browser stores nothing", () => {
  const receivers = createDecidingReceivers(() => {
    throw new DOMException("Denied.", "SecurityError");
  });
  receivers.learn(door, decided);
  expect(receivers.has(door)).toBe(true);
});
