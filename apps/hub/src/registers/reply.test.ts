import { expect, it } from "vitest";
import { codes } from "./register.ts";
import { composeReply } from "./reply.ts";

it("waits for a tap after a look alone, if the owner wants it", () => {
  const taps = (["yes", "look", "no"] as const).map((result) => {
    const { reply } = composeReply({
      ...{ result, code: "checked-in", register: { name: "gala", rules: { tap: true } } },
      ...{ entry: undefined, presence: undefined, inside: 0, now: 0, showsNames: false },
    });
    return reply.tap;
  });
  expect(taps).toEqual([undefined, true, undefined]);
});

it.each(codes)("says a sentence for %s, also about a guest who was deleted since", (code) => {
  const now = new Date(2026, 10, 22, 14, 9).getTime();
  const register = { name: "gala", rules: {} };
  const { reply } = composeReply({
    ...{ result: "no", code, register, entry: undefined, presence: undefined },
    ...{ inside: 0, now, showsNames: false },
  });
  expect(reply.message).toMatch(/^NO\. \S.*\.$/);
});

it("says that the clock is wrong to whoever it keeps out", () => {
  const entry = { label: "Ada", fields: {}, validFrom: Date.UTC(2026, 10, 22, 18) };
  const compose = (now: number, code: "too-early" | "blocked") =>
    composeReply({
      ...{ result: "no", code, register: { name: "gala", rules: {} }, entry: entry as never },
      ...{ presence: undefined, inside: 0, now, showsNames: true },
    }).reply.text;
  expect(compose(Date.UTC(2006, 0, 2, 12), "too-early")).toMatch(
    /^Ada may come in from 22 Nov 2026, \d\d:\d\d\. The clock of the hub is wrong: it shows 2 Jan 2006, \d\d:\d\d\.$/,
  );
  expect(compose(Date.UTC(2006, 0, 2, 12), "blocked")).toBe("Ada is blocked.");
  expect(compose(Date.UTC(2026, 10, 22, 12), "too-early")).not.toContain("clock");
});
