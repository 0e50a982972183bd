import type { Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { chooseLook } from "./verdict-look.ts";

const verdict: Verdict = { result: "yes", code: "in", word: "IN", text: "Ada is in.", facts: [] };
const accepted = { kind: "accepted", status: 200, verdict } as const;

test.each(["yes", "look", "no", "ask"] as const)("the verdict %s looks like itself", (result) => {
  expect(chooseLook(accepted, { ...verdict, result })).toBe(result);
});

test("a verdict that was taken back is neither yes nor no", () => {
  expect(chooseLook(accepted, { ...verdict, code: "undone" })).toBe("undone");
});

test("a scan without a verdict is not checked, or is being asked about", () => {
  const lost = { kind: "unreachable", cause: "reset", reason: "Closed." } as const;
  expect(chooseLook({ ...lost, unchecked: true }, undefined)).toBe("unchecked");
  expect(chooseLook({ kind: "sending" }, undefined)).toBe("asking");
});
