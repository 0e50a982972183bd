import { mount } from "svelte";
import App from "./App.svelte";
import { followUnsent } from "./history/unsent-count.svelte.ts";
import { keepInstallOffer } from "./install.svelte.ts";
import { startNavigation } from "./navigation.svelte.ts";
import { keepSettings } from "./settings.svelte.ts";
import "./style.css";
import { followUpdates } from "./updates.svelte.ts";

keepSettings();
startNavigation();
mount(App, { target: document.querySelector("#app")! });
followUpdates();
void followUnsent();
keepInstallOffer();
