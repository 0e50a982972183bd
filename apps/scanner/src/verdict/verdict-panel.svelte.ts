import type { Component, ComponentProps } from "svelte";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";
import type VerdictPanel from "./VerdictPanel.svelte";

let panel = $state.raw<Component<ComponentProps<typeof VerdictPanel>>>();
let isLoading = false;

/**
 * Returns the panel that shows verdicts; undefined until it is loaded. Until then, a scan with a
 * verdict is shown like any other scan.
 */
export function verdictPanel() {
  return panel;
}

/**
 * Loads the panel. It loads before the first verdict if the receiver is known to decide, because
 * the network may fail later.
 */
export function loadVerdictPanel(): void {
  if (panel || isLoading) return;
  isLoading = true;
  import("./VerdictPanel.svelte")
    .then((module) => {
      panel = module.default;
    })
    // Ignores the error, because the next scan tries again.
    .catch(() => undefined)
    .finally(() => {
      isLoading = false;
    });
}

/**
 * Returns whether the panel shows this scan: it has a verdict, should have one, or is being sent to
 * a receiver that decides.
 */
export function isForPanel(scan: { outcome: ScanOutcome; awaitsVerdict: boolean }): boolean {
  const { outcome } = scan;
  if (outcome.kind === "sending") return scan.awaitsVerdict;
  return outcome.unchecked === true || (outcome.kind === "accepted" && !!outcome.verdict);
}
