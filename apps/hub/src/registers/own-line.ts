import { checkTemplate, type Filled, fillTemplate } from "../templates/template.ts";
import { say } from "../texts/exact-message.ts";
import type { Entry } from "./register.ts";
import type { Verdict } from "./verdict.ts";

/** The maximum length of a template in characters (UTF-16). */
export const maxLineTemplate = 1000;

/**
 * Enough for a few inserted values and conditions. The limits are low because other scans wait
 * while a template is filled in.
 */
const limits = { steps: 500, memory: 100_000 };

/**
 * The variables that a template may use. `last` is the time and the door of the guest's previous
 * movement.
 */
export type LineVariables = {
  verdict: Pick<Verdict, "result" | "code" | "word" | "text" | "counts" | "register">;
  entry?: Pick<Entry, "label" | "group" | "attention" | "fields">;
  last?: { time: string; door: string };
};

const variableNames: readonly (keyof LineVariables)[] = ["entry", "verdict", "last"];

/**
 * Tells whether a template uses anything but `verdict`. An unknown sender may not learn the guest
 * or the door, which the other variables hold.
 */
export function namesGuest(template: string): boolean {
  return checkTemplate(template, ["verdict"]) !== undefined;
}

/** Returns one sentence on why the template of a line is invalid; undefined for a valid one. */
export function checkLine(template: string): string | undefined {
  if (template.length > maxLineTemplate)
    return say("line-too-long", { max: String(maxLineTemplate) });
  return checkTemplate(template, variableNames);
}

/**
 * Fills in the owner's template of a line. Line breaks become spaces. Never throws: if the template
 * fails or results in no text, returns the reason as a sentence.
 */
export function fillLine(template: string, variables: LineVariables): Filled {
  const filled = fillTemplate(template, variables, "nothing", limits);
  if (!filled.ok) return filled;
  const text = filled.text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return text === "" ? { ok: false, reason: say("template-makes-no-text") } : { ok: true, text };
}
