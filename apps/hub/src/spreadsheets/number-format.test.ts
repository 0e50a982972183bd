import { expect, it } from "vitest";
import { formatNumber, readFormatCode } from "./number-format.ts";

it.each([
  ["General", "4006381333931", "4006381333931"],
  ["General", "4.006381333931E12", "4006381333931"],
  ["General", "0.30000000000000004", "0.3"],
  ["General", "12345678901234567890", "12345678901234567890"],
  ["General", "1E+25", "10000000000000000000000000"],
  ["General", "-2.5", "-2.5"],
  ["0000000", "170", "0000170"],
  ["#,##0.00 [$€-407]", "1234.5", "1234.5"],
  ["0.0%", "0.125", "12.5%"],
  ['"day "0', "5", "5"],
  ["[$-409]d\\-mmm\\-yy;@", "46362", "2026-12-06"],
  ["mmmm yyyy", "46362.75", "2026-12-06"],
  ["m/d/yy h:mm AM/PM", "46362.7708333333", "2026-12-06 18:30"],
  ["yyyy-mm-dd hh:mm:ss", "46362.7708333333", "2026-12-06 18:30:00"],
  ["yyyy-mm-dd hh:mm", "46362", "2026-12-06"],
  ["[h]:mm", "1.5", "36:00:00"],
  ["yyyy-mm-dd", "60", "1900-02-29"],
  ["yyyy-mm-dd", "61", "1900-03-01"],
  ["yyyy-mm-dd", "-1", "-1"],
])("in the format %j, %s is shown as %s", (code, value, shown) => {
  expect(formatNumber(value, readFormatCode(code))).toBe(shown);
});

it("days may count from 1904, and what is no number has no text", () => {
  const format = readFormatCode("yyyy-mm-dd hh:mm");
  expect(formatNumber("0.5", format, { is1904: true })).toBe("1904-01-01 12:00");
  for (const value of ["", " ", "a", "NaN", "Infinity", "1e999"])
    expect(formatNumber(value, format)).toBeUndefined();
});
