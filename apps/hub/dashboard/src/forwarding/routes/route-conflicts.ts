import { type Conflict, type FormField, findConflicts } from "../../parts/stale-edit.ts";
import { forwardingTexts as texts } from "../../texts/forwarding.ts";
import { createRouteDraft, type RouteDraft } from "./route-draft.ts";
import type { ScanRoute } from "./routes.ts";

/** Compares the form of a route, which started from `base`, with the values stored now. */
export function findRouteConflicts(
  base: ScanRoute,
  mine: RouteDraft & { on: boolean },
  current: ScanRoute,
): Conflict[] {
  return findConflicts(listFields(), {
    base: { ...createRouteDraft(base), on: base.on },
    mine,
    theirs: { ...createRouteDraft(current), on: current.on },
  });
}

function listFields(): readonly FormField[] {
  return [
    { key: "on", label: texts.on },
    { key: "title", label: texts.fields.titleField },
    {
      key: "inbox",
      label: texts.filter.inbox,
      format: (value) => String(value || texts.filter.anyInbox),
    },
    { key: "source", label: texts.filter.source, format: formatSource },
    { key: "content", label: texts.filter.content },
    { key: "identifier", label: texts.filter.identifier },
    { key: "tagType", label: texts.filter.tagType },
    { key: "verdict", label: texts.filter.verdict },
    { key: "structured", label: texts.filter.structured },
    {
      key: "format",
      label: texts.shape.title,
      format: (value) => texts.shape[value as RouteDraft["format"]],
    },
    { key: "template", label: texts.shape.template },
    {
      key: "mode",
      label: texts.mode.title,
      format: (value) => texts.mode[value as RouteDraft["mode"]],
    },
    { key: "expires", label: texts.timing.expires },
    { key: "oncePer", label: texts.timing.oncePer },
  ];
}

function formatSource(value: unknown): string {
  return value === "nfc" || value === "code" ? texts.filter[value] : texts.filter.anySource;
}
