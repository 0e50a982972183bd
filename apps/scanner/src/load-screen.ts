import { withTexts } from "@scanhook/texts/lazy-texts";
import type { Component } from "svelte";
import type { ScreenName } from "./screens.ts";

type ScreenModule = { default: Component };

const tabScreens = import.meta.glob<ScreenModule>([
  "./tabs/*/*Tab.svelte",
  "./capture/tabs/*/*Tab.svelte",
]);

/** Loads a screen when it is first opened. Rejects if it is not cached and the network fails. */
export function loadScreen(name: ScreenName): Promise<ScreenModule> {
  return withTexts(importScreen(name));
}

function importScreen(name: ScreenName): Promise<ScreenModule> {
  if (name === "pair") return import("./tabs/more/Pair.svelte");
  if (name === "link") return import("./actions/Incoming.svelte");
  const path = Object.keys(tabScreens).find((file) => file.includes(`/tabs/${name}/`));
  return tabScreens[path ?? ""]!();
}
