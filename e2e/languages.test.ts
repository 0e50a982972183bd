import { beforeAll, test } from "vitest";
import { readTextFolders } from "../scripts/texts/text-folders.ts";
import { api, browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { fillHub, walkScreens } from "./languages/walk-screens.ts";

// Every screen in every language that the project has.
useHubAndBrowser();

const [first] = readTextFolders();
const languages = [...first!.languages.keys()].filter((language) => language !== "en");

let dashboard: string[];
beforeAll(async () => {
  dashboard = await fillHub(hub, api);
});

test.each(languages)("every screen is in %s, and fits", async (language) => {
  await walkScreens(browser, hub, dashboard, { language, locale: `${language}-AT` });
});
