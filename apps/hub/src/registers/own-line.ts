import { checkTemplate, type Filled, fillTemplate } from "../templates/template.ts";
import type { Entry, Verdict } from "./register.ts";

/** The longest template of a line. */
export const maxLineTemplate = 1000;

/** A few inserted values and conditions, because a line is filled in while other scans wait. */
const limits = { steps: 500, memory: 100_000 };

/**
 * The parts of a reply that a line can name. `last` is when and where the guest came or went
 * before.
 */
export type LineVariables = {
  verdict: Pick<Verdict, "result" | "code" | "word" | "text" | "counts" | "register">;
  entry?: Pick<Entry, "label" | "group" | "attention" | "fields">;
  last?: { time: string; door: string };
};

const variableNames: readonly (keyof LineVariables)[] = ["entry", "verdict", "last"];

/** Tells whether a template names the guest or the door, which an unknown sender may not learn. */
export function namesGuest(template: string): boolean {
  return checkTemplate(template, ["verdict"]) !== undefined;
}

/** Returns why the template of a line is invalid, as one sentence. */
export function checkLine(template: string): string | undefined {
  if (template.length > maxLineTemplate)
    return `The template has more than ${maxLineTemplate} characters. Make it shorter.`;
  return checkTemplate(template, variableNames);
}

/**
 * Fills in the owner's template of a line. Never throws; a line without text is refused. Line
 * breaks become spaces.
 */
export function fillLine(template: string, variables: LineVariables): Filled {
  const filled = fillTemplate(template, variables, "nothing", limits);
  if (!filled.ok) return filled;
  const text = filled.text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return text === ""
    ? { ok: false, reason: "The template results in no text." }
    : { ok: true, text };
}
