import { textsReady } from "@scanhook/texts/lazy-texts";
import { mount } from "svelte";
import App from "./App.svelte";
import { followUnsent } from "./history/unsent-count.svelte.ts";
import { keepInstallOffer } from "./install.svelte.ts";
import { keepJobs } from "./jobs/jobs.svelte.ts";
import { startNavigation } from "./navigation.svelte.ts";
import { keepSettings } from "./settings.svelte.ts";
import "@scanhook/page-parts/tokens.css";
import "./style.css";
import { noticeNewerVersion } from "./updates.svelte.ts";

keepJobs();
keepSettings();
startNavigation();
void textsReady().then(() => mount(App, { target: document.querySelector("#app")! }));
addEventListener("vite:preloadError", noticeNewerVersion);
// Loaded after the mount, because the first screen does not need it.
if (import.meta.env.PROD) void import("./service-worker.ts").then(({ keepApp }) => keepApp());
void import("./keep-users.svelte.ts").then(({ keepUsers }) => keepUsers());
void followUnsent();
keepInstallOffer();
