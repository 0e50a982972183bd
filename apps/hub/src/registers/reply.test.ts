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
