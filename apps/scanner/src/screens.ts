type ScreenDefinition = {
  /**
   * Whether the screen may show that a new version of the app is ready. Nothing interrupts
   * scanning.
   */
  showsUpdates: boolean;
  /** The addresses `#/…` that open the screen and start scanning. */
  startLinks?: readonly string[];
  /** The tab that the navigation marks while this screen, which is no tab, is shown. */
  under?: string;
};

/**
 * The tabs in the order of the navigation. The screen of a tab is the file `*Tab.svelte` in the
 * folder of its name, see load-screen.ts. docs/project/adding.md says how to add a tab.
 */
const tabs = {
  nfc: { showsUpdates: false, startLinks: ["scan-nfc"] },
  qr: { showsUpdates: false, startLinks: ["scan-code"] },
  document: { showsUpdates: true, startLinks: ["scan-document"] },
  "3d": { showsUpdates: true, startLinks: ["scan-object", "scan-room"] },
  more: { showsUpdates: true },
} as const satisfies Record<string, ScreenDefinition>;

export type Tab = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as Tab[];

/** Every screen: the tabs, pairing with a hub, and what comes in from outside. */
export const screens = {
  ...tabs,
  pair: { showsUpdates: false, under: "more" },
  link: { showsUpdates: true },
} as const satisfies Record<string, ScreenDefinition>;

export type ScreenName = keyof typeof screens;

/** Returns the tab that the link `#/name` opens and starts. */
export function findStartedTab(name: string): Tab | undefined {
  const definitions: Record<Tab, ScreenDefinition> = tabs;
  return tabNames.find((tab) => definitions[tab].startLinks?.includes(name));
}
