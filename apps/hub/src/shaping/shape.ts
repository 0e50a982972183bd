import type { Shape } from "../store/routing.ts";
import { restoreFormText } from "../templates/template.ts";
import { say } from "../texts/exact-message.ts";
import type { OutgoingScan } from "./outgoing-scan.ts";
import { checkScanTemplate, fillScanTemplate } from "./scan-template.ts";

export type ShapedBody =
  | { ok: true; body: string; contentType: string }
  | { ok: false; reason: string };

/**
 * Returns the body of the message that takes a scan to its destination, or why the template fails.
 * `readyMade` is the shape that the kind uses by default. Never throws. A `json` body always
 * parses.
 */
export function shapeScan(shape: Shape, scan: OutgoingScan, readyMade: Shape): ShapedBody {
  const effectiveShape = shape.format === "ready-made" ? readyMade : shape;
  if (!("template" in effectiveShape)) {
    return { ok: true, body: scan.body, contentType: "application/json" };
  }
  const { format, template } = effectiveShape;
  const cached = cache.get(scan) ?? [];
  const existing = cached.find((entry) => entry.format === format && entry.template === template);
  if (existing) return existing.shaped;
  const shaped = fillers[format](template, scan);
  cache.set(scan, [...cached, { format, template, shaped }]);
  return shaped;
}

/**
 * The shaped bodies of each scan that is under way, because most of its destinations want the same
 * body.
 */
const cache = new WeakMap<
  OutgoingScan,
  readonly { format: string; template: string; shaped: ShapedBody }[]
>();

/** Returns why the template of a shape is invalid, as one sentence; undefined if it is valid. */
export function checkShape(shape: Shape): string | undefined {
  return "template" in shape ? checkScanTemplate(shape.template) : undefined;
}

type Filler = (template: string, scan: OutgoingScan) => ShapedBody;

const fillers: Record<"json" | "form" | "text", Filler> = {
  json(template, scan) {
    const filled = fillScanTemplate(template, scan, "json");
    if (!filled.ok) return filled;
    const problem = findJsonProblem(filled.text);
    return problem
      ? { ok: false, reason: problem }
      : { ok: true, body: filled.text, contentType: "application/json" };
  },

  text(template, scan) {
    const filled = fillScanTemplate(template, scan);
    if (!filled.ok) return filled;
    return { ok: true, body: filled.text.toWellFormed(), contentType: "text/plain; charset=utf-8" };
  },

  /**
   * Encodes a template with a line `name: value` for each field (URL Standard,
   * application/x-www-form-urlencoded).
   */
  form(template, scan) {
    const filled = fillScanTemplate(template, scan, "form");
    if (!filled.ok) return filled;
    const fields = new URLSearchParams();
    for (const line of filled.text.split(/\r\n?|\n/)) {
      if (line.trim() === "") continue;
      const colon = line.indexOf(":");
      if (colon < 1) {
        return {
          ok: false,
          reason: say("form-needs-fields", { example: "code: {{ content }}" }),
        };
      }
      const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      fields.append(restoreFormText(name), restoreFormText(value));
    }
    return { ok: true, body: fields.toString(), contentType: "application/x-www-form-urlencoded" };
  },
};

function findJsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/[.\s]+$/, "") : "";
    return say("template-no-json", { detail, example: "{{ content | json }}" });
  }
}
