import { formatSpan } from "../../../src/definitions/span.ts";
import type { RouteFilter } from "../../../src/store/routing.ts";
import { texts } from "../texts/en-forwarding.ts";
import { formatDuration } from "../time-format.ts";
import type { Destination } from "./destinations/destinations.ts";
import type { Kind } from "./destinations/kinds.ts";
import type { ScanRoute } from "./routes/routes.ts";

/**
 * A part of a sentence. Names and patterns are typed by people, and shown differently from the
 * words around them.
 */
export type DescriptionPart = { text: string; as: "plain" | "name" | "pattern" };

/** Describes the scans that a route takes: "Scans from door whose content matches https://…*". */
export function describeRoute(
  route: Pick<ScanRoute, "inbox" | "filter" | "mode" | "expires" | "oncePer">,
  inboxTitle: (name: string) => string,
): DescriptionPart[] {
  const { description } = texts;
  const parts: DescriptionPart[] = [
    { text: description.scans[route.filter.source ?? "any"], as: "plain" },
  ];
  if (route.inbox === undefined) parts.push({ text: description.fromAll, as: "plain" });
  else {
    parts.push(
      { text: description.from, as: "plain" },
      { text: inboxTitle(route.inbox), as: "name" },
    );
  }
  for (const [index, [condition, pattern]] of listConditions(route.filter).entries()) {
    parts.push(
      { text: `${index > 0 ? description.and : ""}${condition}`, as: "plain" },
      { text: pattern, as: "pattern" },
    );
  }
  if (route.mode === "through") parts.push({ text: description.through, as: "plain" });
  const { expires, oncePer } = route;
  if (oncePer !== undefined)
    parts.push({ text: description.oncePer(formatSpan(oncePer)), as: "plain" });
  if (expires !== undefined)
    parts.push({ text: description.expires(formatSpan(expires)), as: "plain" });
  return parts;
}

function listConditions(filter: RouteFilter): [condition: string, pattern: string][] {
  const { description } = texts;
  const conditions: [condition: string, pattern: string | undefined][] = [
    [description.content, filter.content],
    [description.identifier, filter.identifier],
    [description.tagType, filter.tagType],
    [description.verdict, filter.verdict],
    ...Object.entries(filter.structured ?? {}).map(([key, pattern]): [string, string] => [
      description.structured(key),
      pattern,
    ]),
  ];
  return conditions.filter((condition): condition is [string, string] => Boolean(condition[1]));
}

/** Describes a destination by its kind and, if its settings contain one, its host or path. */
export function describeDestination(
  destination: Pick<Destination, "kind" | "settings">,
  kind: Kind | undefined,
): string {
  const address = kind?.fields
    .filter(({ name, type }) => type === "url" || name === "host" || name === "path")
    .map(({ name }) => destination.settings[name])
    .find((setting) => typeof setting === "string" && setting !== "");
  const location = typeof address === "string" ? URL.parse(address)?.host || address : undefined;
  return [kind?.title ?? destination.kind, ...(location === undefined ? [] : [location])].join(
    " · ",
  );
}

/** Formats the time of the next attempt: "in 3 min 20 s", or "now" once that time has come. */
export function formatDueTime(iso: string, now: number): string {
  const remaining = Date.parse(iso) - now;
  return remaining < 1000 ? texts.now : texts.soon(formatDuration(remaining));
}
