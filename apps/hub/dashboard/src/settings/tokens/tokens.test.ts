import { expect, test } from "vitest";
import { describeToken, endOfDay, scopesOf, type Token } from "./tokens.ts";

const token: Token = {
  id: 1,
  name: "report",
  person: 2,
  personName: "Ada",
  scopes: ["read", "send"],
  createdAt: "2026-11-30T08:00:00Z",
};
const titleOf = (inbox: string) => (inbox === "gate" ? "Gate 1" : inbox);
const now = Date.parse("2026-11-30T08:00:00Z");

test("says what a token may do, where, for whom and until when", () => {
  expect(describeToken(token, 2, titleOf, now)).toBe("Read, Send");
  expect(describeToken(token, 1, titleOf, now)).toBe("Read, Send · of Ada");
  const limited = { ...token, inboxes: ["gate", "scans"], expiresAt: endOfDay("2026-12-24") };
  expect(describeToken(limited, 2, titleOf, now)).toMatch(
    /^Read, Send · only Gate 1, scans · ends \D*24\D*2026$/,
  );
  expect(describeToken({ ...token, expiresAt: endOfDay("2026-11-28") }, 2, titleOf, now)).toMatch(
    /^Read, Send · ended \D*28\D*2026$/,
  );
});

test("a token from before scopes says that it may do everything that its person may", () => {
  const all: Token = { ...token, scopes: ["all"] };
  expect(describeToken(all, 2, titleOf, now)).toBe("May do everything that you may");
  expect(describeToken(all, 1, titleOf, now)).toBe("May do everything that Ada may");
});

test("a day ends when the next one begins, at the end of a month and in the days of clock changes too", () => {
  for (const day of ["2026-02-28", "2026-12-31", "2026-03-29", "2026-10-25"]) {
    const end = new Date(endOfDay(day));
    expect([end.getHours(), end.getMinutes()]).toEqual([0, 0]);
    const last = new Date(end.getTime() - 1);
    const [year, month, date] = day.split("-").map(Number);
    expect([last.getFullYear(), last.getMonth() + 1, last.getDate()]).toEqual([year, month, date]);
  }
});

test("a viewer is offered no scope that only others can use", () => {
  expect(scopesOf("viewer")).not.toContain("send");
  expect(scopesOf("viewer")).not.toContain("manage");
  expect(scopesOf("desk")).toEqual(scopesOf("owner"));
});
