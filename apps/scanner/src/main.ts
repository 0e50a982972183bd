import { mount } from "svelte";
import App from "./App.svelte";
import { followUnsent } from "./history/unsent-count.svelte.ts";
import { keepInstallOffer } from "./install.svelte.ts";
import { startNavigation } from "./navigation.svelte.ts";
import { keepSettings } from "./settings.svelte.ts";
import "./style.css";
import { updates } from "./updates.svelte.ts";

keepSettings();
startNavigation();
mount(App, { target: document.querySelector("#app")! });
addEventListener("vite:preloadError", () => {
  updates.stale = true;
});
// Later, because the first screen does not wait for it.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void import("./service-worker.ts").then(({ registerServiceWorker }) => registerServiceWorker());
}
void followUnsent();
keepInstallOffer();
