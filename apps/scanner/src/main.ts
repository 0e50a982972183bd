import { mount } from "svelte";
import App from "./App.svelte";
import { keepInstallOffer } from "./install.svelte.ts";
import { startNavigation } from "./navigation.svelte.ts";
import { keepSettings } from "./settings.svelte.ts";
import "./style.css";
import { followUpdates } from "./updates.svelte.ts";

keepSettings();
startNavigation();
mount(App, { target: document.querySelector("#app")! });
followUpdates();
keepInstallOffer();
