import { App as NativeApp } from "@capacitor/app";
import { Capacitor, registerPlugin } from "@capacitor/core";
import { textsReady } from "@scanhook/texts/lazy-texts";
import { mount } from "svelte";
import App from "../../src/App.svelte";
import { keepArrivals } from "../../src/actions/arrivals.ts";
import { openLink } from "../../src/actions/open-link.ts";
import { onHistoryChange } from "../../src/history/changes.ts";
import { countEntries, listEntries } from "../../src/history/entries.ts";
import { followUnsent } from "../../src/history/unsent-count.svelte.ts";
import { keepJobs } from "../../src/jobs/jobs.svelte.ts";
import { keepUsers } from "../../src/keep-users.svelte.ts";
import { startNavigation } from "../../src/navigation.svelte.ts";
import { keepSettings } from "../../src/settings.svelte.ts";
import { actionTexts } from "../../src/texts/actions.ts";
import { showNotice } from "../../src/ui/notice.svelte.ts";
import "@scanhook/page-parts/tokens.css";
import "../../src/style.css";
import { keepLastScans, type LastScansPlugin } from "./last-scans.ts";
import { followBack, followLinks } from "./links.ts";
import { readPhoneFile } from "./read-phone-file.ts";
import { followShares, type ShareTargetPlugin } from "./share-target.ts";

// Unlike ../../src/main.ts, this registers no service worker: the shell contains the files, and the
// app store updates it.
keepJobs();
keepSettings();
startNavigation();
await textsReady();
mount(App, { target: document.querySelector("#app")! });
void keepUsers();
void followUnsent();
void followLinks(NativeApp, openLink);
void followBack(NativeApp, () => history.back());
void keepLastScans(registerPlugin<LastScansPlugin>("LastScans"), {
  countEntries,
  listEntries,
  onHistoryChange,
});
if (Capacitor.getPlatform() === "android") {
  void followShares(registerPlugin<ShareTargetPlugin>("ShareTarget"), {
    read: readPhoneFile,
    keep: keepArrivals,
    open: () => location.assign("#/shared"),
    onFailure: (count) => showNotice({ text: actionTexts.shared.notTaken({ count }) }),
  });
}
