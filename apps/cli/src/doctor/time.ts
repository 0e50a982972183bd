import { type CheckResult, passed, warned } from "./check.ts";
import type { Exchange } from "./exchange.ts";

const maxTotalMs = 3000;
const maxSkewSeconds = 60;

/** Checks the total duration of the requests, and whether the two clocks agree. */
export function checkTime(exchanges: Exchange[]): CheckResult[] {
  const totalMs = exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const duration = `${totalMs} ms for ${exchanges.length} ${exchanges.length === 1 ? "request" : "requests"}`;
  const checks =
    totalMs > maxTotalMs
      ? [
          warned(
            "time",
            `The receiver is slow: ${duration}.`,
            "Let the receiver respond first and do its work afterwards. The app gives up after 15 seconds.",
          ),
        ]
      : [passed("time", `The receiver took ${duration}`)];
  const last = exchanges.at(-1);
  const receiverTime = Date.parse(last?.headers.get("date") ?? "");
  const skewSeconds =
    last && !Number.isNaN(receiverTime) ? Math.round((receiverTime - last.receivedAt) / 1000) : 0;
  if (Math.abs(skewSeconds) > maxSkewSeconds) {
    checks.push(
      warned(
        "time",
        `The receiver's clock is ${toSpan(Math.abs(skewSeconds))} ${skewSeconds > 0 ? "ahead of" : "behind"} this computer's.`,
        "Set both clocks by NTP. With a wrong clock, certificates fail and scans have the wrong time.",
      ),
    );
  }
  return checks;
}

function toSpan(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
