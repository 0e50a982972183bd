import type { Action, KindName } from "../../../src/registers/register.ts";
import { kindTexts } from "../texts/registers.ts";

/** Returns what a scan with an action does in a register, such as `checks in`. */
export function describeAction(kind: KindName, action: Action): string {
  const words: Partial<Record<Action, string>> = kindTexts[kind].actions;
  return words[action] ?? action;
}
