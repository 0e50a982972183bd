import { App as NativeApp } from "@capacitor/app";
import { registerPlugin } from "@capacitor/core";
import { mount } from "svelte";
import App from "../../src/App.svelte";
import { openLink } from "../../src/actions/open-link.ts";
import { countEntries, listEntries, onHistoryChange } from "../../src/history/store.ts";
import { startNavigation } from "../../src/navigation.svelte.ts";
import { keepSettings } from "../../src/settings.svelte.ts";
import "../../src/style.css";
import { keepLastScans, type LastScansPlugin } from "./last-scans.ts";
import { followBack, followLinks } from "./links.ts";

// As ../../src/main.ts, without what only an installed page has: the shell brings its files along, and the store its
// updates.
keepSettings();
startNavigation();
mount(App, { target: document.querySelector("#app")! });
void followLinks(NativeApp, openLink);
void followBack(NativeApp, () => history.back());
void keepLastScans(registerPlugin<LastScansPlugin>("LastScans"), {
  countEntries,
  listEntries,
  onHistoryChange,
});
