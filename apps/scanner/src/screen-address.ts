import type { MorePage } from "./more-pages.ts";
import { findStartedTab, type Tab, tabNames } from "./screens.ts";

/**
 * A screen of the app with the values of its address `#/…`. `start`: scanning starts when it opens.
 * `link` is the address that started it, where a tab has several.
 */
export type AppScreen =
  | { tab: Exclude<Tab, "more">; start: boolean; link?: string | undefined }
  /**
   * `page` may be any text of an address, which `findMorePage` tells. `job` is the id of the job
   * that the page Webhook or Jobs shows, or `new`.
   */
  | { tab: "more"; page: "menu" | MorePage; job?: string }
  | { tab: "more"; page: "entry"; id: string }
  | { tab: "pair"; code?: string }
  /** Any other address, which src/actions parses. */
  | { tab: "link" };

/** Parses `location.hash`. Returns the QR tab, the first screen of the app, if it is empty. */
export function parseScreen(hash: string): AppScreen {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [name = "", second, third] = path.split("/");
  if (name === "pair") {
    const code = new URLSearchParams(query).get("code");
    return code ? { tab: "pair", code } : { tab: "pair" };
  }
  // The link on the card of a job, which another app may have read.
  if (name === "job") return { tab: "more", page: "jobs" };
  if (name === "more") return parseMorePage(second, third);
  const startedTab = findStartedTab(name);
  if (isScanTab(startedTab) && !query) {
    return startedTab === "3d"
      ? { tab: startedTab, start: true, link: name }
      : { tab: startedTab, start: true };
  }
  const tab = tabNames.find((tabName) => tabName === (name || "qr"));
  return isScanTab(tab) ? { tab, start: false } : { tab: "link" };
}

function isScanTab(tab: Tab | undefined): tab is Exclude<Tab, "more"> {
  return tab !== undefined && tab !== "more";
}

function parseMorePage(page: string | undefined, id: string | undefined): AppScreen {
  if (page === "history" && id) return { tab: "more", page: "entry", id };
  if ((page === "webhook" || page === "jobs") && id) return { tab: "more", page, job: id };
  return { tab: "more", page: (page || "menu") as MorePage };
}

/** Returns the address of a screen. It never contains a pairing code. */
export function toHash(screen: AppScreen): string {
  if (screen.tab !== "more") return `#/${screen.tab}`;
  if (screen.page === "menu") return "#/more";
  if (screen.page === "entry") return `#/more/history/${screen.id}`;
  return `#/more/${screen.page}${screen.job ? `/${screen.job}` : ""}`;
}
