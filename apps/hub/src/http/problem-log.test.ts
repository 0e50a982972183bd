import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import { createProblemLog } from "./problem-log.ts";

test("each problem is logged once a minute, with the number of times that it came up meanwhile", () => {
  const clock = { ms: 0 };
  const lines: object[] = [];
  const log = { error: (line: object) => lines.push(line) } as unknown as FastifyBaseLogger;
  const logProblem = createProblemLog("problem", { now: () => clock.ms });
  for (let i = 0; i < 1000; i++) logProblem(log, "full");
  logProblem(log, "busy");
  expect(lines).toStrictEqual([{ problem: "full" }, { problem: "busy" }]);
  clock.ms = 60_000;
  logProblem(log, "full");
  logProblem(log, "busy");
  expect(lines.slice(2)).toStrictEqual([{ problem: "full", unlogged: 999 }, { problem: "busy" }]);
});
