/** The screens of the app, as `#/…` addresses. The contract's links (`#/scan-code` …) open a tab and start it. */
export const tabs = ["nfc", "qr", "document", "3d", "more"] as const;
export type Tab = (typeof tabs)[number];

export const morePages = ["webhook", "history", "settings", "links", "about"] as const;
export type MorePage = (typeof morePages)[number];

export type Route =
  | { tab: Exclude<Tab, "more">; start: boolean }
  | { tab: "more"; page: "menu" | MorePage }
  | { tab: "more"; page: "entry"; id: string }
  | { tab: "pair"; code?: string }
  /** Whatever else stands in the address: src/actions looks into it. */
  | { tab: "link" };

const starts: Record<string, Exclude<Tab, "more">> = {
  "scan-nfc": "nfc",
  "scan-code": "qr",
  "scan-document": "document",
  "scan-object": "3d",
  "scan-room": "3d",
};

/** Reads `location.hash`. Without one the QR tab opens, the app's first screen. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [first = "", second, third] = path.split("/");
  if (first === "pair") {
    const code = new URLSearchParams(query).get("code");
    return code ? { tab: "pair", code } : { tab: "pair" };
  }
  if (first === "more") return parseMore(second, third);
  const started = Object.hasOwn(starts, first) ? starts[first] : undefined;
  if (started && !query) return { tab: started, start: true };
  const tab = tabs.find((name) => name === (first || "qr"));
  return tab && tab !== "more" ? { tab, start: false } : { tab: "link" };
}

function parseMore(page: string | undefined, id: string | undefined): Route {
  if (page === "history" && id) return { tab: "more", page: "entry", id };
  return { tab: "more", page: morePages.find((name) => name === page) ?? "menu" };
}

/** The address of a screen; a pairing code is never put into one. */
export function toHash(route: Route): string {
  if (route.tab !== "more") return `#/${route.tab}`;
  if (route.page === "menu") return "#/more";
  if (route.page === "entry") return `#/more/history/${route.id}`;
  return `#/more/${route.page}`;
}
