import { expect, test } from "vitest";
import type { StoredScan } from "../api.ts";
import { describeAct, sourceOf } from "./register-act.ts";

const act = {
  inbox: "register-events",
  content: "Undo movement 7 of gala",
  tagType: "registerEvent",
  verdict: { result: "yes", code: "undone", text: "Undone: Ada Lovelace was never in." },
} as StoredScan;

test("an act is told by its verdict, and by its content once the register was emptied", () => {
  expect(describeAct(act)).toBe("Undone: Ada Lovelace was never in.");
  const emptied = { ...act, verdict: { result: "yes", code: "undone" } } as StoredScan;
  expect(describeAct(emptied)).toBe("Undo movement 7 of gala");
  expect(sourceOf(act)).toBe("By hand");
});

test("a scan that only looks like an act is none", () => {
  const sent = { ...act, inbox: "door", source: "nfc" } as StoredScan;
  expect(describeAct(sent)).toBeUndefined();
  expect(sourceOf(sent)).toBe("NFC tag");
});
