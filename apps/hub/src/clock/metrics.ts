import { Gauge, type Registry } from "prom-client";
import type { ClockWatch } from "./clock-watch.ts";

/** Registers the time of this machine, and whether the hub knows that it is wrong. */
export function measureClock(
  registry: Registry,
  { clock, now = Date.now }: { clock: Pick<ClockWatch, "problem">; now?: () => number },
): void {
  const registers = [registry];
  new Gauge({
    name: "scanhook_time_seconds",
    help: "The clock of this hub, in Unix time.",
    registers,
    collect() {
      this.set(now() / 1000);
    },
  });
  new Gauge({
    name: "scanhook_clock_wrong",
    help: "1 while the clock of this hub shows a time before its release was made; 0 otherwise.",
    registers,
    collect() {
      this.set(clock.problem() === undefined ? 0 : 1);
    },
  });
}
