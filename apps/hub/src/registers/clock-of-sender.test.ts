import fc from "fast-check";
import { expect, test } from "vitest";
import { byClockOf } from "./clock-of-sender.ts";

const verdict = {
  text: "Ada Lovelace is already in (14:02, north).",
  message: "NO. Ada Lovelace is already in (14:02, north).",
  times: ["14:02"],
};

test.each([
  ["en-US,en;q=0.9", "2:02 PM"],
  ["en-AU", "2:02 PM"],
  ["en-GB,en-US;q=0.9", "14:02"],
  ["de", "14:02"],
  ["fr-CH, fr;q=0.9, en;q=0.8", "14:02"],
  ["es-ES", "14:02"],
  ["en-US;q=0.5, de", "14:02"],
  ["*", "14:02"],
  [undefined, "14:02"],
])("a sender whose languages are %s reads %s", (languages, time) => {
  const told = byClockOf(verdict, languages);
  expect(told.text).toBe(`Ada Lovelace is already in (${time}, north).`);
  expect(told.message).toContain(time);
});

test("noon and midnight are 12, and times that people wrote stay as they are", () => {
  const text = "In from 00:05 until 12:05. Dinner at 19:30.";
  const told = byClockOf({ text, message: text, times: ["00:05", "12:05"] }, "en-US");
  expect(told.text).toBe("In from 12:05 AM until 12:05 PM. Dinner at 19:30.");
});

test("the times in a sentence of another language are found, and read as in that language", () => {
  const told = { text: "Ada ist seit 14:02 da.", message: "NO. Ada ist seit 14:02 da." };
  for (const language of ["de", "de-AT", "fr", "es"])
    expect(byClockOf({ ...told, times: ["14:02"] }, language).text).toBe(told.text);
  expect(byClockOf({ ...told, times: ["14:02"] }, "es-MX, es;q=0.9").text).toMatch(
    /^Ada ist seit 2:02\s(?:PM|p\.\s?m\.) da\.$/,
  );
});

test("every minute reads as a browser in the United States writes it", () => {
  const browser = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });
  for (let minute = 0; minute < 1440; minute += 1) {
    const at = new Date(minute * 60_000);
    const time = at.toISOString().slice(11, 16);
    const told = byClockOf({ text: time, message: "", times: [time] }, "en-US");
    expect(told.text).toBe(browser.format(at));
  }
});

test("no header makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      expect(byClockOf(verdict, header).text).toMatch(/already in \((?:14:02|2:02 PM), north\)/);
    }),
  );
});
