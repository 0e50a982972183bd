import fc from "fast-check";
import { expect, test } from "vitest";
import { addDuration } from "./event-time.ts";

test.each(["", "P", "PT", "P1", "PT1D", "P1W1D", "1D", "P-1D", "PT1H ", "P1H"])(
  "%j is no duration",
  (duration) => {
    expect(addDuration({ date: "2026-05-12", time: "10:00:00" }, duration)).toBeUndefined();
  },
);

test("adding and subtracting a duration gives the same time", () => {
  const anyStart = fc.date({
    min: new Date("1000-01-01T00:00:00Z"),
    max: new Date("5000-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const amount = fc.nat({ max: 99_999 });
  fc.assert(
    fc.property(anyStart, amount, amount, amount, (instant, days, hours, seconds) => {
      const [date = "", time = ""] = instant.toISOString().slice(0, 19).split("T");
      const start = { date, time, zone: "UTC" };
      const duration = `P${days}DT${hours}H${seconds}S`;
      const end = addDuration(start, duration)!;
      expect(addDuration(end, `-${duration}`)).toEqual(start);
      const durationSeconds = (days * 24 + hours) * 3600 + seconds;
      const elapsedMs = Date.parse(`${end.date}T${end.time}Z`) - Date.parse(`${date}T${time}Z`);
      expect(elapsedMs).toBe(durationSeconds * 1000);
    }),
  );
});

test("no text causes an exception", () => {
  const text = fc.string({ unit: fc.constantFrom(..."+-PTWDHMS019") });
  fc.assert(
    fc.property(text, (duration) => {
      addDuration({ date: "2026-05-12" }, duration);
    }),
  );
});
