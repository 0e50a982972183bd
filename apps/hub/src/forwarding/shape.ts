import type { OutgoingScan } from "../destinations/kind.ts";
import type { Shape } from "../store/forwarding.ts";
import { checkTemplate, fillTemplate, revealFormText } from "./template.ts";

export type Shaped =
  | { ok: true; body: string; contentType: string }
  | { ok: false; reason: string };

/**
 * The body that a scan gets on its way out. `readyMade` is what the kind makes of it when nothing else is wished.
 * Never throws. A `json` body always parses.
 */
export function shapeScan(shape: Shape, scan: OutgoingScan, readyMade: Shape): Shaped {
  const wished = shape.format === "ready-made" ? readyMade : shape;
  if (!("template" in wished)) {
    return { ok: true, body: scan.body, contentType: "application/json" };
  }
  const { format, template } = wished;
  const known = shaped.get(scan) ?? [];
  const same = known.find((one) => one.format === format && one.template === template);
  if (same) return same.shaped;
  const fresh = fillers[format](template, scan);
  shaped.set(scan, [...known, { format, template, shaped: fresh }]);
  return fresh;
}

/** The destinations of a scan mostly want the same of it. Lives as long as the scan is under way. */
const shaped = new WeakMap<
  OutgoingScan,
  readonly { format: string; template: string; shaped: Shaped }[]
>();

/** Why this shape cannot be, in a sentence; undefined when it can. */
export function checkShape(shape: Shape): string | undefined {
  return "template" in shape ? checkTemplate(shape.template) : undefined;
}

type Filler = (template: string, scan: OutgoingScan) => Shaped;

const fillers: Record<"json" | "form" | "text", Filler> = {
  json(template, scan) {
    const filled = fillTemplate(template, scan, "json");
    if (!filled.ok) return filled;
    const fault = findJsonFault(filled.text);
    return fault
      ? { ok: false, reason: fault }
      : { ok: true, body: filled.text, contentType: "application/json" };
  },

  text(template, scan) {
    const filled = fillTemplate(template, scan);
    if (!filled.ok) return filled;
    return { ok: true, body: filled.text.toWellFormed(), contentType: "text/plain; charset=utf-8" };
  },

  /** A line `name: value` for each field (URL Standard, application/x-www-form-urlencoded). */
  form(template, scan) {
    const filled = fillTemplate(template, scan, "form");
    if (!filled.ok) return filled;
    const fields = new URLSearchParams();
    for (const line of filled.text.split(/\r\n?|\n/)) {
      if (line.trim() === "") continue;
      const colon = line.indexOf(":");
      if (colon < 1) {
        return {
          ok: false,
          reason:
            "The template of a form needs one line for each field, such as “code: {{ content }}”.",
        };
      }
      const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      fields.append(revealFormText(name), revealFormText(value));
    }
    return { ok: true, body: fields.toString(), contentType: "application/x-www-form-urlencoded" };
  },
};

function findJsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/[.\s]+$/, "") : "";
    return `What the template makes is no JSON (${what}); the filter json puts a value in with its quotes: {{ content | json }}.`;
  }
}
