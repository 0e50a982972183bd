import { expect, it } from "vitest";
import { codes } from "./register.ts";
import { composeReply } from "./reply.ts";

it.each(codes)("says a sentence for %s, also about a guest who was deleted since", (code) => {
  const now = new Date(2026, 10, 22, 14, 9).getTime();
  const register = { name: "gala", rules: {} };
  const { reply } = composeReply({
    ...{ result: "no", code, register, entry: undefined, presence: undefined },
    ...{ inside: 0, now, showsNames: false },
  });
  expect(reply.message).toMatch(/^NO\. \S.*\.$/);
});
