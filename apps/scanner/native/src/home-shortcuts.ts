import { Capacitor, registerPlugin } from "@capacitor/core";
import type { HomeShortcuts } from "../../src/platform/home-shortcuts.ts";

/** The plugin in android/HomeShortcutsPlugin.java. */
export type HomeShortcutsPlugin = {
  isSupported(): Promise<{ isSupported: boolean }>;
  pin(shortcut: { id: string; icon: string; link?: string | undefined }): Promise<void>;
};

/** The launcher of Android. iPhones have none that an app can ask. */
export const homeShortcuts: HomeShortcuts | undefined =
  Capacitor.getPlatform() === "android"
    ? createHomeShortcuts(registerPlugin<HomeShortcutsPlugin>("HomeShortcuts"))
    : undefined;

/** Adapts the plugin to the interface of the app. */
export function createHomeShortcuts(plugin: HomeShortcutsPlugin): HomeShortcuts {
  return {
    isSupported: async () => (await plugin.isSupported()).isSupported,
    pin: ({ id, icon, link }) => plugin.pin({ id, icon, link }),
  };
}
