import type { ScannedCode } from "../registers/kinds/kind.ts";
import type { KeyRules } from "../registers/rules.ts";
import type { SunReading } from "../registers/sun.ts";
import type { DecisionRequest } from "./decision-request.ts";
import type { LedgerRegister } from "./ledger-row.ts";

/**
 * Returns what of a scan its entry is found by. In a register that has only tags that cannot be
 * copied, this is the UID that the link proves, and nothing if `reading` says why it proves none.
 */
export function toScannedCode(
  { kind, rules }: Pick<LedgerRegister, "kind" | "rules">,
  { request, content, tag }: { request: DecisionRequest; content: string; tag: string | null },
): { keyRules: KeyRules; code: ScannedCode; reading?: SunReading } {
  const keyRules = kind.keyRules(rules);
  if (!keyRules.sun) return { keyRules, code: { content, tag } };
  const checked = request.kind === "scan" ? request.sun : undefined;
  // The rule may be newer than the request.
  const reading = checked ?? { ok: false, code: "no-key" };
  return { keyRules, reading, code: { content: "", tag: reading.ok ? reading.uid : null } };
}
