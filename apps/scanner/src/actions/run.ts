import { openRoute } from "../navigation.svelte.ts";
import { fromLink, goTo } from "./address.ts";
import { listArrivals } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";
import type { LinkAction } from "./link.ts";
import { prepareReturn, stopReturning } from "./returning.ts";
import { takeArrivals } from "./take-arrivals.ts";
import { takeFiles } from "./take-files.ts";

let turns = 0;

/** Does what a link asks for. The newest link wins over one that still loads what it needs. */
export async function run(action: LinkAction, link: string): Promise<void> {
  turns += 1;
  const turn = turns;
  stopReturning();
  switch (action.do) {
    case "scan": {
      const { tab, returnTo } = action;
      const offer = returnTo && (await prepareReturn(tab, returnTo));
      if (turn !== turns) return;
      openRoute({ tab, start: true }, fromLink());
      return offer?.();
    }
    case "open":
      return action.tab === "more"
        ? openRoute({ tab: "more", page: "menu" }, fromLink())
        : openRoute({ tab: action.tab, start: false }, fromLink());
    case "write": {
      const { openWriting } = await import("../tabs/nfc/write/start.ts");
      if (turn !== turns) return;
      goTo("#/nfc/write", fromLink());
      if (action.fill) openWriting(action.fill);
      return;
    }
    case "show":
      return goTo(action.hash, fromLink());
    case "place":
      return showIncoming({ kind: "place", place: action.place });
    case "take":
      return action.from === "file" ? takeFiles() : takeArrivals(await listArrivals());
    case "refuse":
      return showIncoming({ kind: "refused", why: action.why, link });
  }
}
