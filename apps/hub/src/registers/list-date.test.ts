import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseDay } from "./interval.ts";
import { agreeOnOrder, findOrder, formatListDate, isDateLike, parseListDate } from "./list-date.ts";

const december = parseDay("2026-12-06")!;

describe("a date of a list", () => {
  it.each([
    "2026-12-06",
    "2026/12/6",
    "2026.12.06",
    "6.12.2026",
    "06. 12. 2026",
    "6 Dec 2026",
    "06 Dec, 2026",
    "6. December 2026",
    "Dec 6, 2026",
    "Sun Dec 06, 2026",
    "2026-12-06 00:00:00",
    "6.12.2026 0:00",
  ])("%j is the end of a day", (text) => {
    expect(parseListDate(text)).toBe(december);
    expect(isDateLike(text)).toBe(true);
  });

  it("has the order of its column", () => {
    expect(parseListDate("6/12/2026", "day-first")).toBe(december);
    expect(parseListDate("12/6/2026", "month-first")).toBe(december);
    expect(parseListDate("06-12-2026", "day-first")).toBe(december);
    expect(parseListDate("5/5/2026")).toBe(parseDay("2026-05-05"));
    expect(parseListDate("6/12/2026")).toBe(
      "“6/12/2026” may be a day of two months; write it as 2026-12-06 in the whole column",
    );
    const agree = (...cells: string[]) => agreeOnOrder(new Set(cells.map(findOrder)));
    expect(agree("6/12/2026", "13/1/2026", "", "2026-01-01")).toBe("day-first");
    expect(agree("6/12/2026", "1/13/2026")).toBe("month-first");
    expect(agree("13/1/2026", "1/13/2026")).toBeUndefined();
    expect(agree("6/12/2026", "5/5/2026")).toBeUndefined();
  });

  it("may have a time of day", () => {
    expect(parseListDate("2026-12-06T18:00:00Z")).toBe(Date.UTC(2026, 11, 6, 18));
    expect(parseListDate("2026-12-06T18:00+01:00")).toBe(Date.UTC(2026, 11, 6, 17));
    expect(parseListDate("2026-12-06 9:05")).toBe(new Date(2026, 11, 6, 9, 5).getTime());
    expect(parseListDate("6.12.2026 9:05:30")).toBe(new Date(2026, 11, 6, 9, 5, 30).getTime());
    expect(parseListDate("2026-12-06 25:00")).toBe("“2026-12-06 25:00” has a wrong time of day");
  });

  it.each([
    "",
    "soon",
    "6.12.26",
    "2026-02-30",
    "31.4.2026",
    "0.1.2026",
    "6 Foo 2026",
    "1/2/3",
    "1/1/1900",
    "13/13/2026",
    "46362",
  ])("%j is none", (text) => {
    expect(parseListDate(text, "day-first")).toBe(
      `“${text}” is no day; write one such as 2026-12-06`,
    );
  });

  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(parseListDate(formatListDate(at))).toBe(at);
        const day = formatIsoDay(at);
        expect(formatListDate(parseDay(day)!)).toBe(day);
      }),
    );
  });

  it("means the same day in each form", () => {
    fc.assert(
      fc.property(time, (at) => {
        const text = formatIsoDay(at);
        const [year, month, day] = text.split("-").map(Number);
        const end = parseDay(text)!;
        expect(parseListDate(`${day}.${month}.${year}`)).toBe(end);
        expect(parseListDate(`${day}/${month}/${year}`, "day-first")).toBe(end);
        expect(parseListDate(`${month}-${day}-${year}`, "month-first")).toBe(end);
        const order = findOrder(`${month}/${day}/${year}`);
        if (order === "month-first" || order === "day-first") expect(order).toBe("month-first");
      }),
    );
  });

  it("is parsed whatever its text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789./-: TZDecjan") }), (text) => {
        const parsed = parseListDate(text, "day-first");
        expect(typeof parsed === "string" || Number.isSafeInteger(parsed)).toBe(true);
        expect(() => findOrder(text)).not.toThrow();
      }),
    );
  });
});
