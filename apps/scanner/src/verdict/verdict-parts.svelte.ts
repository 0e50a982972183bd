import { withTexts } from "@scanhook/texts/lazy-texts";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";

type Parts = typeof import("./parts.ts").parts;

let loaded = $state.raw<Parts>();
let loading: Promise<Parts | undefined> | undefined;

/**
 * Returns what shows verdicts and acts on them; undefined until it is loaded. Until then, a scan
 * with a verdict is shown like any other scan.
 */
export function verdictParts(): Parts | undefined {
  return loaded;
}

/**
 * Loads what shows verdicts. It loads before the first verdict if the receiver is known to decide,
 * because the network may fail later. Resolves to undefined if it cannot be loaded now.
 */
export async function loadVerdictParts(): Promise<Parts | undefined> {
  loading ??= withTexts(import("./parts.ts")).then(
    ({ parts }) => parts,
    () => undefined,
  );
  loaded = await loading;
  // The next scan tries again.
  if (!loaded) loading = undefined;
  return loaded;
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
