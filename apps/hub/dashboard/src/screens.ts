import type { DeliveryState } from "../../src/store/deliveries.ts";
import type { Act } from "./rights.ts";
import { type Filter, formatFilter, noFilter, parseFilter } from "./scan-filter.ts";
import { type SettingsPart, settingsPartNames, settingsParts } from "./settings-parts.ts";
import { texts } from "./texts/page.ts";

/**
 * Every screen with its parameters. Those of the list of scans are its filter and the open scan.
 */
export type Screen =
  | { screen: "scans"; filter: Filter; scan?: number }
  | { screen: "tags"; text?: string }
  | { screen: "tag"; identifier: string }
  | { screen: "inboxes" }
  | { screen: "inbox"; name: string }
  | { screen: "routes" }
  | { screen: "make-route"; kind?: string; destination?: string }
  | { screen: "route"; name: string }
  | { screen: "destination"; name: string; state?: DeliveryState | undefined }
  | { screen: "edit-destination"; name: string }
  | { screen: "registers" }
  | { screen: "register"; name: string; show?: string }
  | { screen: "edit-register"; name: string }
  | { screen: "entry"; name: string; id: number }
  | { screen: "round"; name: string; id: number }
  | { screen: "settings"; part?: SettingsPart }
  | { screen: "login"; code?: string; problem?: string }
  | { screen: "unknown" };

export type ScreenName = Screen["screen"];

/** The items of the menu, in order, and the screen that each one opens. */
export const menu = {
  scans: { screen: "scans", filter: noFilter },
  tags: { screen: "tags" },
  inboxes: { screen: "inboxes" },
  registers: { screen: "registers" },
  routes: { screen: "routes" },
  settings: { screen: "settings" },
} as const satisfies Record<string, Screen>;

export type MenuItem = keyof typeof menu;

type ScreenEntry<Shown extends Screen> = {
  /** The item of the menu that is marked as current. */
  menu?: MenuItem;
  /** The act that a person must be allowed to see the screen. Undefined: everybody may. */
  needs?: Act;
  title: (screen: Shown) => string;
  /** The hash without its leading `#/`. */
  address: (screen: Shown) => string;
};

/**
 * The table of screens. `parsers` parses their addresses, and `App.svelte` has their components.
 */
const screens: { [Name in ScreenName]: ScreenEntry<Extract<Screen, { screen: Name }>> } = {
  scans: {
    menu: "scans",
    title: () => texts.scans.title,
    address: ({ filter, scan }) =>
      withQuery(scan === undefined ? "" : `scans/${scan}`, formatFilter(filter)),
  },
  tags: {
    menu: "tags",
    needs: "seeTags",
    title: () => texts.tags.title,
    address: ({ text }) => withQuery("tags", new URLSearchParams(text ? { text } : {})),
  },
  tag: {
    menu: "tags",
    needs: "seeTags",
    title: ({ identifier }) => identifier,
    // A fragment may contain a colon as it is (RFC 3986 3.5), which reads better than %3A.
    address: ({ identifier }) => `tags/${encodeURIComponent(identifier).replaceAll("%3A", ":")}`,
  },
  inboxes: { menu: "inboxes", title: () => texts.inboxes.title, address: () => "inboxes" },
  inbox: {
    menu: "inboxes",
    title: ({ name }) => name,
    address: ({ name }) => `inboxes/${encodeURIComponent(name)}`,
  },
  routes: {
    menu: "routes",
    needs: "forward",
    title: () => texts.nav.routes,
    address: () => "routes",
  },
  "make-route": {
    menu: "routes",
    needs: "forward",
    title: () => texts.nav.routes,
    address: ({ screen: _, ...choice }) => withQuery("make-route", new URLSearchParams(choice)),
  },
  route: {
    menu: "routes",
    needs: "forward",
    title: ({ name }) => name,
    address: ({ name }) => `routes/${encodeURIComponent(name)}`,
  },
  destination: {
    menu: "routes",
    needs: "forward",
    title: ({ name }) => name,
    address: ({ name, state }) =>
      withQuery(
        `destinations/${encodeURIComponent(name)}`,
        new URLSearchParams(state ? { state } : {}),
      ),
  },
  "edit-destination": {
    menu: "routes",
    needs: "forward",
    title: ({ name }) => name,
    address: ({ name }) => `edit-destination/${encodeURIComponent(name)}`,
  },
  registers: {
    menu: "registers",
    title: () => texts.nav.registers,
    address: () => "registers",
  },
  register: {
    menu: "registers",
    title: ({ name }) => name,
    address: ({ name, show }) =>
      withQuery(`registers/${encodeURIComponent(name)}`, new URLSearchParams(show ? { show } : {})),
  },
  "edit-register": {
    menu: "registers",
    needs: "changeRegister",
    title: ({ name }) => name,
    address: ({ name }) => `edit-register/${encodeURIComponent(name)}`,
  },
  entry: {
    menu: "registers",
    title: ({ name }) => name,
    address: ({ name, id }) => `entries/${encodeURIComponent(name)}?id=${id}`,
  },
  round: {
    menu: "registers",
    title: ({ name }) => name,
    address: ({ name, id }) => `rounds/${encodeURIComponent(name)}?id=${id}`,
  },
  settings: {
    menu: "settings",
    title: () => texts.settings.title,
    address: ({ part }) => (part ? `settings/${part}` : "settings"),
  },
  login: {
    title: () => texts.login.title,
    address: ({ screen: _, ...params }) => withQuery("login", new URLSearchParams(params)),
  },
  unknown: { title: () => texts.notFound.title, address: () => "" },
};

type Parser = {
  /** Parses an address of one segment. */
  list?: (params: URLSearchParams) => Screen;
  /** Parses an address with a second segment, which may be empty. */
  item?: (segment: string, params: URLSearchParams) => Screen;
};

const deliveryStates: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

/** The parsers by the first segment of the address. */
const parsers = new Map<string, Parser>([
  ["", { list: (params) => ({ screen: "scans", filter: parseFilter(params) }) }],
  ["scans", { item: parseScan }],
  [
    "tags",
    {
      list: (params) => ({ screen: "tags", ...pick(params, "text") }),
      item: (segment) =>
        parseNamed(segment, (identifier) => ({ screen: "tag", identifier }), menu.tags),
    },
  ],
  [
    "inboxes",
    {
      list: () => menu.inboxes,
      item: (segment) => parseNamed(segment, (name) => ({ screen: "inbox", name }), menu.inboxes),
    },
  ],
  [
    "routes",
    {
      list: () => menu.routes,
      item: (segment) => parseNamed(segment, (name) => ({ screen: "route", name }), menu.routes),
    },
  ],
  [
    "make-route",
    { list: (params) => ({ screen: "make-route", ...pick(params, "kind", "destination") }) },
  ],
  ["destinations", { item: parseDestination }],
  [
    "edit-destination",
    {
      item: (segment) =>
        parseNamed(segment, (name) => ({ screen: "edit-destination", name }), menu.routes),
    },
  ],
  [
    "registers",
    {
      list: () => menu.registers,
      item: (segment, params) =>
        parseNamed(
          segment,
          (name) => ({ screen: "register", name, ...pick(params, "show") }),
          menu.registers,
        ),
    },
  ],
  [
    "edit-register",
    {
      item: (segment) =>
        parseNamed(segment, (name) => ({ screen: "edit-register", name }), menu.registers),
    },
  ],
  ["entries", { item: (segment, params) => parseOfRegister("entry", segment, params) }],
  ["rounds", { item: (segment, params) => parseOfRegister("round", segment, params) }],
  ["settings", { list: () => menu.settings, item: parseSettings }],
  ["login", { list: (params) => ({ screen: "login", ...pick(params, "code", "problem") }) }],
]);

/**
 * Parses `location.hash`. Returns the screen `unknown` for an address that belongs to no screen.
 */
export function parseHash(hash: string): Screen {
  const [path, query] = splitOnce(hash.replace(/^#/, ""), "?");
  const params = new URLSearchParams(query);
  const [, section = "", segment, ...rest] = path.split("/");
  const parser = parsers.get(section);
  const parsed = segment === undefined ? parser?.list?.(params) : parser?.item?.(segment, params);
  return rest.length === 0 && parsed ? parsed : { screen: "unknown" };
}

/** Returns the hash of a screen, `#` included: the inverse of `parseHash`. */
export function toHash(screen: Screen): string {
  return `#/${entryOf(screen).address(screen)}`;
}

/** Returns the title of the page while a screen is open. */
export function screenTitle(screen: Screen): string {
  return entryOf(screen).title(screen);
}

/** Returns the menu item that is current while a screen is open. */
export function currentMenuItem(name: ScreenName): MenuItem | undefined {
  return screens[name].menu;
}

/** Returns what a person needs to see a screen. Undefined: everybody may. */
export function needOf(screen: Screen): Act | undefined {
  if (screen.screen === "settings") return screen.part && settingsParts[screen.part];
  return screens[screen.screen].needs;
}

/** The screens about forwarding. They load when one of them is first opened. */
export type ForwardingScreen = Extract<
  Screen,
  { screen: "routes" | "make-route" | "route" | "destination" | "edit-destination" }
>;

export function isForwardingScreen(screen: Screen): screen is ForwardingScreen {
  return currentMenuItem(screen.screen) === "routes";
}

/** The screens about registers. They load when one of them is first opened. */
export type RegistersScreen = Extract<
  Screen,
  { screen: "registers" | "register" | "edit-register" | "entry" | "round" }
>;

export function isRegistersScreen(screen: Screen): screen is RegistersScreen {
  return currentMenuItem(screen.screen) === "registers";
}

// The table pairs each name with an entry for that screen, which TypeScript cannot follow through
// the union.
function entryOf(screen: Screen): ScreenEntry<Screen> {
  return screens[screen.screen] as ScreenEntry<Screen>;
}

function parseScan(segment: string, params: URLSearchParams): Screen {
  const scan = parseId(segment);
  return scan === undefined
    ? { screen: "unknown" }
    : { screen: "scans", filter: parseFilter(params), scan };
}

function parseOfRegister(
  screen: "entry" | "round",
  segment: string,
  params: URLSearchParams,
): Screen {
  const id = parseId(params.get("id") ?? "");
  if (id === undefined) return { screen: "unknown" };
  return parseNamed(segment, (name) => ({ screen, name, id }), menu.registers);
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

function parseSettings(segment: string): Screen {
  const part = settingsPartNames.find((name) => name === segment);
  return part ? { screen: "settings", part } : { screen: "unknown" };
}

function parseDestination(segment: string, params: URLSearchParams): Screen {
  const state = deliveryStates.find((name) => name === params.get("state"));
  const create = (name: string): Screen => ({ screen: "destination", name, state });
  return parseNamed(segment, create, menu.routes);
}

/** Decodes the name in a segment. Without a name the address leads to `list`. */
function parseNamed(segment: string, create: (name: string) => Screen, list: Screen): Screen {
  try {
    const name = decodeURIComponent(segment);
    return name ? create(name) : list;
  } catch {
    // The segment is malformed percent-encoding, so no screen has this address.
    return { screen: "unknown" };
  }
}

function pick<Name extends string>(
  params: URLSearchParams,
  ...names: Name[]
): { [Key in Name]?: string } {
  const present = names.filter((name) => params.get(name));
  return Object.fromEntries(present.map((name) => [name, params.get(name)])) as {
    [Key in Name]?: string;
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function withQuery(path: string, params: URLSearchParams): string {
  return params.size > 0 ? `${path}?${params}` : path;
}
