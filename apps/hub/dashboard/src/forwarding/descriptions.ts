import { pageLocale } from "@scanhook/texts/reader";
import type { RouteFilter } from "../../../src/store/routing.ts";
import { splitText } from "../parts/split-text.ts";
import { forwardingTexts as texts } from "../texts/forwarding.ts";
import { formatDuration, formatSpan } from "../time-format.ts";
import type { Destination } from "./destinations/destinations.ts";
import type { Kind } from "./destinations/kinds.ts";
import type { ScanRoute } from "./routes/routes.ts";

/**
 * A part of a sentence. Names and patterns are typed by people, and shown differently from the
 * words around them.
 */
export type DescriptionPart = { text: string; as: "plain" | "name" | "pattern" };

type DescribedRoute = Pick<ScanRoute, "inbox" | "filter" | "mode" | "expires" | "oncePer">;

/** Describes the scans that a route takes: "Scans from door whose content matches https://…*". */
export function describeRoute(
  { inbox, filter, mode, expires, oncePer }: DescribedRoute,
  inboxTitle: (name: string) => string,
): DescriptionPart[] {
  const { description } = texts;
  const pieces = splitText<DescriptionPart>((slot) => {
    const conditions = listConditions(filter, slot);
    const list = new Intl.ListFormat(pageLocale()).format(conditions);
    return description.route({
      scans: description.scans[filter.source ?? "any"],
      from:
        inbox === undefined
          ? description.fromAll
          : description.from({ inbox: slot({ text: inboxTitle(inbox), as: "name" }) }),
      conditions: conditions.length === 0 ? "" : description.conditions({ list }),
      through: mode === "through" ? description.through : "",
      oncePer: oncePer === undefined ? "" : description.oncePer({ span: formatSpan(oncePer) }),
      expires: expires === undefined ? "" : description.expires({ span: formatSpan(expires) }),
    });
  });
  return pieces.map((piece) => ("part" in piece ? piece.part : { ...piece, as: "plain" }));
}

function listConditions(filter: RouteFilter, slot: (part: DescriptionPart) => string): string[] {
  const { description } = texts;
  const toPattern = (text: string) => slot({ text, as: "pattern" });
  const named = (["content", "identifier", "tagType", "verdict"] as const).flatMap((name) => {
    const pattern = filter[name];
    return pattern ? [description[name]({ pattern: toPattern(pattern) })] : [];
  });
  const structured = Object.entries(filter.structured ?? {})
    .filter(([, pattern]) => Boolean(pattern))
    .map(([key, pattern]) =>
      description.structured({
        key: slot({ text: key, as: "plain" }),
        pattern: toPattern(pattern),
      }),
    );
  return [...named, ...structured];
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
  return remaining < 1000 ? texts.now : texts.soon({ span: formatDuration(remaining) });
}
