import type { LinkAction } from "../links/link.ts";
import { openScreen } from "../navigation.svelte.ts";
import { orNotice } from "../ui/or-notice.ts";
import { listArrivals } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";
import { navigationOptions, openAddress } from "./link-navigation.ts";
import { prepareReturn, stopReturning } from "./returning.ts";
import { takeFiles } from "./take-files.ts";

let runCount = 0;

/**
 * Runs the action of a link. An action that is still loading modules stops when a newer link is
 * followed.
 */
export async function runAction(action: LinkAction, link: string): Promise<void> {
  runCount += 1;
  const thisRun = runCount;
  stopReturning();
  switch (action.do) {
    case "scan": {
      const { tab, link: startLink, returnTo } = action;
      const offer = returnTo && (await orNotice(prepareReturn(tab, returnTo)));
      if (thisRun !== runCount) return;
      openScreen({ tab, start: true, link: startLink }, navigationOptions());
      return offer?.();
    }
    case "open":
      return action.tab === "more"
        ? openScreen({ tab: "more", page: "menu" }, navigationOptions())
        : openScreen({ tab: action.tab, start: false }, navigationOptions());
    case "write": {
      const writing = await orNotice(import("../tabs/nfc/write/open-writing.ts"));
      if (!writing || thisRun !== runCount) return;
      openAddress("#/nfc/write", navigationOptions());
      if (action.fill) writing.openWriting(action.fill);
      return;
    }
    case "show":
      return openAddress(action.hash, navigationOptions());
    case "place":
      return showIncoming({ kind: "place", place: action.place });
    case "take":
      if (action.from === "file") return takeFiles();
      return showIncoming({ kind: "shared", arrivals: await listArrivals() });
    case "refuse":
      return showIncoming({ kind: "refused", reason: action.reason, link });
  }
}
