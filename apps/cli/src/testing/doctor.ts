import { expect } from "vitest";
import type { CheckResult } from "../doctor/check.ts";
import { runScanhook, runScanhookProcess } from "./command-line.ts";

/** Headers with which a receiver lets every web page send scans and see a challenge. */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "WWW-Authenticate",
};

export type DoctorReport = {
  verdict: string;
  accepted: boolean;
  checks: CheckResult[];
  code: number | null;
};

/** Runs `scanhook doctor --json`. Returns its report and its exit code. */
export async function runDoctor(url: string, ...args: string[]): Promise<DoctorReport> {
  // Runs in a separate process, because --ca changes the trust of the whole process.
  const run = await (args.includes("--ca") ? runScanhookProcess : runScanhook)([
    "doctor",
    url,
    "--json",
    ...args,
  ]);
  expect(run.stderr).toBe("");
  return { ...JSON.parse(run.stdout), code: run.code };
}

/** Returns the warnings and problems of a group as `level: text → advice`, one on each line. */
export function formatFaults({ checks }: DoctorReport, group: CheckResult["group"]): string {
  return checks
    .filter((check) => check.group === group && check.level !== "ok")
    .map(({ level, text, advice }) => `${level}: ${text} → ${advice}`)
    .join("\n");
}
