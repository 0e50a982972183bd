import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { judgeDisk, measureDisk } from "./disk-watch.ts";

const gib = 2 ** 30;
const limits = { diskPercent: 5, diskGiB: 1 };

test.each([
  ["more than both limits", 60, 1000, "ok"],
  ["less than 5 %", 49, 1000, "low"],
  ["less than 1 GiB of a small disk", 0.9, 16, "low"],
  ["a third of a tiny disk", 0.1, 0.3, "ok"],
  ["a fifth of a tiny disk", 0.06, 0.3, "low"],
])("%s is judged right", (_description, free, total, state) => {
  expect(judgeDisk({ free: free * gib, total: total * gib }, limits, "ok")).toBe(state);
});

test("a disk that was nearly full is well again with a fifth more than the limit", () => {
  const judge = (free: number) => judgeDisk({ free: free * gib, total: 1000 * gib }, limits, "low");
  expect([judge(51), judge(59), judge(60)]).toEqual(["low", "low", "ok"]);
});

test("limits of 0 are never reached", () => {
  expect(judgeDisk({ free: 0, total: gib }, { diskPercent: 0, diskGiB: 0 }, "ok")).toBe("ok");
});

test("measures the disk of a folder", async () => {
  const { free, total } = await measureDisk(tmpdir());
  expect(total).toBeGreaterThan(0);
  expect(free).toBeGreaterThanOrEqual(0);
  expect(free).toBeLessThanOrEqual(total);
});
