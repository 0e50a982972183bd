import { expect, it } from "vitest";
import { kinds } from "./kinds/kinds.ts";
import { composeReply } from "./reply.ts";
import { codes } from "./verdict.ts";

it("waits for a tap after a look alone, if the owner wants it", () => {
  const taps = (["yes", "look", "no"] as const).map((result) => {
    const { reply } = composeReply({
      ...{
        result,
        code: "checked-in",
        entry: undefined,
        told: {},
        now: 0,
        showsNames: false,
        language: "en",
      },
      register: { name: "gala", kind: kinds["check-in"], rules: { tap: true } },
    });
    return reply.tap;
  });
  expect(taps).toEqual([undefined, true, undefined]);
});

const codesOfKinds = Object.entries(kinds).flatMap(([name, kind]) =>
  kind.codes.map((code) => ({ name, kind, code })),
);

it.each(codesOfKinds)(
  "says a sentence for $code of a $name, also about what was deleted since",
  (of) => {
    const now = new Date(2026, 10, 22, 14, 9).getTime();
    const { kind, code } = of;
    const register = { name: "gala", kind, rules: {} };
    for (const result of ["look", "no"] as const) {
      const { reply } = composeReply({
        ...{
          result,
          code,
          register,
          entry: undefined,
          told: {},
          now,
          showsNames: false,
          language: "en",
        },
      });
      expect(reply.message).toMatch(/^(NO|LOOK)\. \S.*\.$/);
      expect(reply.message).not.toMatch(/undefined|NaN|null/);
    }
  },
);

it("has every code in a kind", () => {
  expect(new Set(codesOfKinds.map(({ code }) => code))).toEqual(new Set(codes));
});

it("says that the clock is wrong to whoever it keeps out", () => {
  const entry = { label: "Ada", fields: {}, validFrom: Date.UTC(2026, 10, 22, 18) };
  const compose = (now: number, code: "too-early" | "blocked") =>
    composeReply({
      ...{
        result: "no",
        code,
        entry: entry as never,
        told: {},
        now,
        showsNames: true,
        language: "en",
      },
      register: { name: "gala", kind: kinds["check-in"], rules: {} },
    }).reply.text;
  expect(compose(Date.UTC(2006, 0, 2, 12), "too-early")).toMatch(
    /^Ada may come in from 22 Nov 2026, \d\d:\d\d\. The clock of the hub is wrong: it shows 2 Jan 2006, \d\d:\d\d\.$/,
  );
  expect(compose(Date.UTC(2006, 0, 2, 12), "blocked")).toBe("Ada is blocked.");
  expect(compose(Date.UTC(2026, 10, 22, 12), "too-early")).not.toContain("clock");
});
