import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import { createTroubleLog } from "./trouble-log.ts";

test("each kind of trouble is logged once a minute, with the number of times it came up meanwhile", () => {
  const clock = { ms: 0 };
  const lines: object[] = [];
  const log = { error: (line: object) => lines.push(line) } as unknown as FastifyBaseLogger;
  const logTrouble = createTroubleLog("trouble", { now: () => clock.ms });
  for (let i = 0; i < 1000; i++) logTrouble(log, "full");
  logTrouble(log, "busy");
  expect(lines).toStrictEqual([{ trouble: "full" }, { trouble: "busy" }]);
  clock.ms = 60_000;
  logTrouble(log, "full");
  logTrouble(log, "busy");
  expect(lines.slice(2)).toStrictEqual([{ trouble: "full", unlogged: 999 }, { trouble: "busy" }]);
});
