import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { checkScanTemplate, fillScanTemplate } from "../../shaping/scan-template.ts";
import { say } from "../../texts/exact-message.ts";
import type { FieldProblem } from "../kind.ts";

/**
 * The names by which queues choose messages: routing keys of AMQP, subjects of NATS. Their parts
 * are separated by dots. `findProblem` returns why a name cannot be used.
 */
type FindProblem = (name: string) => string | undefined;

/** Returns the problem of a name that was entered, with a letter instead of each placeholder. */
export function checkDottedName(
  field: string,
  name: string,
  findProblem: FindProblem,
): FieldProblem | undefined {
  if (checkScanTemplate(name)) return undefined;
  const reason = findProblem(name.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "x"));
  return reason === undefined ? undefined : { field, reason };
}

/**
 * Fills in a name with the values of a scan, in which dots, wildcards and spaces become hyphens, so
 * that whoever makes a code chooses no other part of it.
 */
export function fillDottedName(
  template: string,
  scan: OutgoingScan,
  findProblem: FindProblem,
): { ok: true; text: string } | { ok: false; reason: string } {
  const filled = fillScanTemplate(template, scan, "dotted");
  if (!filled.ok) return filled;
  const text = filled.text.toWellFormed();
  const problem = findProblem(text);
  return problem ? { ok: false, reason: say("topic-of-scan", { problem }) } : { ok: true, text };
}

/** Returns the name for alerts: beside the scans, whose names begin with the same fixed parts. */
export function toAlertName(template: string): string {
  const [fixedPart = ""] = template.split(/\{[{%]/, 1);
  return fixedPart === template ? template : `${fixedPart.replace(/[^.]*$/, "")}alerts`;
}
