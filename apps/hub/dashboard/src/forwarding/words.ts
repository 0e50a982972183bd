import type { RouteFilter } from "../../../src/store/forwarding.ts";
import { texts } from "../texts/en-forwarding.ts";
import { spanWords } from "../time-words.ts";
import type { Destination } from "./destinations/destinations.ts";
import type { Kind } from "./destinations/kinds.ts";
import type { ScanRoute } from "./routes/routes.ts";

/** A piece of a sentence: what people typed stands out in it. */
export type Piece = { text: string; as: "plain" | "name" | "pattern" };

/** Which scans a route takes, as a sentence: "Scans of door whose content matches https://…*". */
export function routeWords(
  route: Pick<ScanRoute, "inbox" | "filter" | "mode">,
  inboxTitle: (name: string) => string,
): Piece[] {
  const { words } = texts;
  const pieces: Piece[] = [{ text: words.scans[route.filter.source ?? "any"], as: "plain" }];
  if (route.inbox === undefined) pieces.push({ text: words.ofAll, as: "plain" });
  else {
    pieces.push({ text: words.of, as: "plain" }, { text: inboxTitle(route.inbox), as: "name" });
  }
  for (const [index, [said, pattern]] of conditions(route.filter).entries()) {
    pieces.push(
      { text: `${index > 0 ? words.and : ""}${said}`, as: "plain" },
      { text: pattern, as: "pattern" },
    );
  }
  if (route.mode === "through") pieces.push({ text: words.through, as: "plain" });
  return pieces;
}

function conditions(filter: RouteFilter): [said: string, pattern: string][] {
  const { words } = texts;
  const given: [string, string | undefined][] = [
    [words.content, filter.content],
    [words.identifier, filter.identifier],
    [words.tagType, filter.tagType],
    ...Object.entries(filter.structured ?? {}).map(([key, pattern]): [string, string] => [
      words.structured(key),
      pattern,
    ]),
  ];
  return given.filter((one): one is [string, string] => Boolean(one[1]));
}

/** What kind of destination it is, and where, when its settings say that. */
export function placeWords(
  destination: Pick<Destination, "kind" | "settings">,
  kind: Kind | undefined,
): string {
  const address = kind?.fields
    .filter(({ name, type }) => type === "url" || name === "host" || name === "path")
    .map(({ name }) => destination.settings[name])
    .find((setting) => typeof setting === "string" && setting !== "");
  const place = typeof address === "string" ? URL.parse(address)?.host || address : undefined;
  return [kind?.title ?? destination.kind, ...(place === undefined ? [] : [place])].join(" · ");
}

/** When something is tried next: "in 3 min 20 s", or "now" when that time has come. */
export function dueWords(iso: string, now: number): string {
  const ahead = Date.parse(iso) - now;
  return ahead < 1000 ? texts.now : texts.soon(spanWords(ahead));
}
