import { type ScanVerdict, scanFields } from "../store/stored-scan.ts";
import { checkTemplate, type Filled, fillTemplate } from "../templates/template.ts";
import type { OutgoingScan } from "./outgoing-scan.ts";

/** Fills in a template with a scan, as `fillTemplate` does with variables. */
export function fillScanTemplate(
  template: string,
  scan: OutgoingScan,
  escaping?: Parameters<typeof fillTemplate>[2],
): Filled {
  return fillTemplate(template, toVariables(scan), escaping);
}

/** Returns why a template for scans is invalid, as one sentence; undefined if it is valid. */
export function checkScanTemplate(template: string): string | undefined {
  return checkTemplate(template, variableNames);
}

const variableNames: readonly (keyof OutgoingScan | "scan" | "entry")[] = [
  ...scanFields,
  "entry",
  "body",
  "scan",
];

function toVariables(scan: OutgoingScan): object {
  return {
    ...scan,
    ...(scan.verdict && { entry: toEntry(scan.verdict) }),
    scan: withoutBody(scan),
  };
}

/** Returns the guest of a verdict; empty if the verdict has no names. */
function toEntry({ title, facts = [] }: ScanVerdict): object {
  return { ...(title !== undefined && { label: title }), fields: Object.fromEntries(facts) };
}

function withoutBody({ body: _body, ...scan }: OutgoingScan): object {
  return scan;
}
