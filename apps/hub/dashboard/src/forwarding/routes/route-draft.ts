import { formatSpan } from "../../../../src/definitions/span.ts";
import type { RouteFilter, RouteMode, Shape } from "../../../../src/store/routing.ts";
import type { Pair } from "../destinations/destination-draft.ts";
import type { Kind } from "../destinations/kinds.ts";
import type { ScanRoute } from "./routes.ts";

/** A route in the form. An empty text does not narrow the filter. */
export type RouteDraft = {
  title: string;
  /** An empty text means every inbox. */
  inbox: string;
  source: "" | "nfc" | "code";
  content: string;
  identifier: string;
  tagType: string;
  verdict: string;
  structured: Pair[];
  format: Shape["format"];
  template: string;
  mode: RouteMode;
  /** Spans such as "30 s"; an empty text means none. */
  expires: string;
  oncePer: string;
};

type TemplateFormat = "json" | "form" | "text";

/** The initial template of each format, for kinds that define none. */
const starterTemplates: Record<TemplateFormat, string> = {
  json: '{\n  "content": {{ content | json }},\n  "tag": {{ tagName | default: identifier | json }},\n  "at": {{ date | json }}\n}\n',
  form: "content: {{ content }}\nidentifier: {{ identifier }}\nat: {{ date }}\n",
  text: "{{ tagName | default: identifier }}: {{ content }}",
};

/** Creates the form of a new route, or of an existing one. */
export function createRouteDraft(route?: ScanRoute): RouteDraft {
  const filter = route?.filter ?? {};
  return {
    title: route?.title ?? "",
    inbox: route?.inbox ?? "",
    source: filter.source ?? "",
    content: filter.content ?? "",
    identifier: filter.identifier ?? "",
    tagType: filter.tagType ?? "",
    verdict: filter.verdict ?? "",
    structured: Object.entries(filter.structured ?? {}).map(([key, value]) => ({ key, value })),
    format: route?.shape.format ?? "ready-made",
    template: route && "template" in route.shape ? route.shape.template : "",
    mode: route?.mode ?? "stored",
    expires: route?.expires === undefined ? "" : formatSpan(route.expires),
    oncePer: route?.oncePer === undefined ? "" : formatSpan(route.oncePer),
  };
}

export function toFilter(draft: RouteDraft): RouteFilter {
  const structured = draft.structured.filter(({ key, value }) => key.trim() && value.trim());
  return {
    ...(draft.source ? { source: draft.source } : {}),
    ...(draft.identifier.trim() ? { identifier: draft.identifier.trim() } : {}),
    ...(draft.content.trim() ? { content: draft.content.trim() } : {}),
    ...(draft.tagType.trim() ? { tagType: draft.tagType.trim() } : {}),
    ...(draft.verdict.trim() ? { verdict: draft.verdict.trim() } : {}),
    ...(structured.length > 0
      ? {
          structured: Object.fromEntries(
            structured.map(({ key, value }) => [key.trim(), value.trim()]),
          ),
        }
      : {}),
  };
}

export function toShape({ format, template }: Pick<RouteDraft, "format" | "template">): Shape {
  return format === "ready-made" || format === "scan" ? { format } : { format, template };
}

/**
 * Changes the format of the draft, and starts a template for it unless the owner has written one.
 */
export function withFormat(draft: RouteDraft, format: Shape["format"], kind: Kind): RouteDraft {
  if (format === "ready-made" || format === "scan") return { ...draft, format };
  const untouched =
    draft.template.trim() === "" ||
    draft.template === kind.template ||
    Object.values(starterTemplates).includes(draft.template);
  return { ...draft, format, template: untouched ? starterTemplate(kind, format) : draft.template };
}

function starterTemplate(kind: Kind, format: TemplateFormat): string {
  const readyMade = kind.template?.trim().startsWith("{") ? "json" : "text";
  return kind.template && readyMade === format ? kind.template : starterTemplates[format];
}
