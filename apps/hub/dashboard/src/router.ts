import type { DeliveryState } from "../../src/store/forwarding.ts";
import { type Filter, noFilter, parseFilter, printFilter } from "./scans/filter.ts";

/** Every place of the dashboard. The list of scans carries its filter and the scan that is open. */
export type Route =
  | { screen: "scans"; filter: Filter; scan?: number }
  | { screen: "tags"; text?: string }
  | { screen: "tag"; identifier: string }
  | { screen: "inboxes" }
  | { screen: "inbox"; name: string }
  | { screen: "routes" }
  | { screen: "make-route"; kind?: string; destination?: string }
  | { screen: "route"; name: string }
  | { screen: "destination"; name: string; state?: DeliveryState }
  | { screen: "edit-destination"; name: string }
  | { screen: "settings" }
  | { screen: "login"; code?: string }
  | { screen: "unknown" };

/** The places that pass scans on; their screens load when one of them is first opened. */
export type PassingOnRoute = Extract<
  Route,
  { screen: "routes" | "make-route" | "route" | "destination" | "edit-destination" }
>;

export function isPassingOn(route: Route): route is PassingOnRoute {
  return /^(routes|make-route|route|destination|edit-destination)$/.test(route.screen);
}

const deliveryStates: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

/** Reads `location.hash`; anything that is no place of ours is `unknown`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = split(hash.replace(/^#/, ""), "?");
  const params = new URLSearchParams(query);
  const [, first = "", second, ...rest] = path.split("/");
  if (rest.length > 0) return { screen: "unknown" };
  if (first === "" && second === undefined) return { screen: "scans", filter: parseFilter(params) };
  if (first === "scans" && second !== undefined) return parseScan(second, params);
  if (first === "inboxes" && second !== undefined) {
    return parseNamed(second, (name) => ({ screen: "inbox", name }), { screen: "inboxes" });
  }
  if (first === "tags" && second !== undefined) {
    return parseNamed(second, (identifier) => ({ screen: "tag", identifier }), { screen: "tags" });
  }
  if (first === "routes" && second !== undefined) {
    return parseNamed(second, (name) => ({ screen: "route", name }), { screen: "routes" });
  }
  if (first === "destinations" && second !== undefined) {
    const state = deliveryStates.find((one) => one === params.get("state"));
    const make = (name: string): Route =>
      state ? { screen: "destination", name, state } : { screen: "destination", name };
    return parseNamed(second, make, { screen: "routes" });
  }
  if (first === "edit-destination" && second !== undefined) {
    return parseNamed(second, (name) => ({ screen: "edit-destination", name }), {
      screen: "routes",
    });
  }
  if (second !== undefined) return { screen: "unknown" };
  if (first === "inboxes" || first === "routes" || first === "settings") return { screen: first };
  if (first === "make-route") return parseMakeRoute(params);
  if (first === "tags") {
    const text = params.get("text");
    return text ? { screen: "tags", text } : { screen: "tags" };
  }
  if (first === "login") {
    const code = params.get("code");
    return code ? { screen: "login", code } : { screen: "login" };
  }
  return { screen: "unknown" };
}

/** The hash of a place, `#` included: the other direction of `parseRoute`. */
export function printRoute(route: Route): string {
  switch (route.screen) {
    case "scans":
      return `#/${route.scan === undefined ? "" : `scans/${route.scan}`}${printQuery(printFilter(route.filter))}`;
    case "tags":
      return `#/tags${printQuery(new URLSearchParams(route.text ? { text: route.text } : {}))}`;
    case "tag":
      // A colon may stand in a fragment as it is (RFC 3986 3.5), and is easier to read so.
      return `#/tags/${encodeURIComponent(route.identifier).replaceAll("%3A", ":")}`;
    case "inbox":
      return `#/inboxes/${encodeURIComponent(route.name)}`;
    case "make-route": {
      const { screen: _, ...given } = route;
      return `#/make-route${printQuery(new URLSearchParams(given))}`;
    }
    case "route":
      return `#/routes/${encodeURIComponent(route.name)}`;
    case "destination": {
      const query = new URLSearchParams(route.state ? { state: route.state } : {});
      return `#/destinations/${encodeURIComponent(route.name)}${printQuery(query)}`;
    }
    case "edit-destination":
      return `#/edit-destination/${encodeURIComponent(route.name)}`;
    case "login":
      return `#/login${printQuery(new URLSearchParams(route.code ? { code: route.code } : {}))}`;
    case "unknown":
      return printRoute({ screen: "scans", filter: noFilter });
    default:
      return `#/${route.screen}`;
  }
}

function parseScan(text: string, params: URLSearchParams): Route {
  const scan = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(scan)) return { screen: "unknown" };
  return { screen: "scans", filter: parseFilter(params), scan };
}

function parseMakeRoute(params: URLSearchParams): Route {
  const kind = params.get("kind");
  const destination = params.get("destination");
  return {
    screen: "make-route",
    ...(kind ? { kind } : {}),
    ...(destination ? { destination } : {}),
  };
}

function parseNamed(text: string, make: (name: string) => Route, all: Route): Route {
  try {
    const name = decodeURIComponent(text);
    return name ? make(name) : all;
  } catch {
    return { screen: "unknown" };
  }
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function printQuery(params: URLSearchParams): string {
  return params.size > 0 ? `?${params}` : "";
}
