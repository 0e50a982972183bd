// Simulates the native side of the shell in a browser: Capacitor's own bridge script in the page,
// and plugins that run here.
import { readFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { BrowserContext, Page } from "playwright";
import { type System, toPluginData } from "../../apps/scanner/native/src/testing/plugin-data.ts";

/**
 * The origin at which Android serves the files of an app. The scheme of an iPhone does not work in
 * a browser.
 */
export const shellPage = "https://localhost/";

type Call = { plugin: string; method: string; options: Record<string, unknown> };
type Message = {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Call["options"];
};

const require = createRequire(new URL("../../apps/scanner/native/package.json", import.meta.url));
const bridges: Record<System, string> = {
  android: "capacitor/src/main/assets/native-bridge.js",
  ios: "Capacitor/Capacitor/assets/native-bridge.js",
};

/**
 * The methods that the native sides register. `addListener` calls back repeatedly, the others
 * return once.
 */
const plugins: Record<string, readonly string[]> = {
  App: ["minimizeApp"],
  CapacitorCookies: ["clearAllCookies"],
  CapacitorHttp: ["request"],
  Chrome: ["open"],
  CapacitorNfc: ["startScanning", "stopScanning", "write", "makeReadOnly", "getStatus"],
  FileSheet: ["append", "offer", "show"],
  HomeShortcuts: ["isSupported", "pin"],
  Haptics: ["notification", "impact", "vibrate"],
  KeepAwake: ["keepAwake", "allowSleep"],
  LastScans: ["keep"],
  ObjectCapture: ["isSupported", "capture"],
  RoomCapture: ["isSupported", "scan"],
  ShareTarget: ["clear"],
  TagLock: ["lock", "cancel"],
  Voice: ["speak"],
  SecureStorage: ["internalGetItem", "internalSetItem", "internalRemoveItem"],
};

/** The object that the bridge script posts its calls to. */
const entries: Record<System, string> = {
  android: "window.androidBridge = { postMessage: (json) => { window.toNativeSide(json); } };",
  ios: "window.webkit = { messageHandlers: { bridge: { postMessage: (call) => { window.toNativeSide(JSON.stringify(call)); } } } };",
};

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

export type NativeSide = {
  calls: Call[];
  /** The scans that the plugin LastScans keeps. */
  last(): { nfc?: string; code?: string } | undefined;
  emit(plugin: string, event: string, data: object): Promise<void>;
  /** Changes how a method answers, `Plugin.method`. One that throws rejects. */
  answer(method: string, result: () => unknown): void;
};

/** Makes a browser context the web view of the app in `folder`. Call it before the page opens. */
export async function giveNativeSide(
  context: BrowserContext,
  page: Page,
  folder: string,
  system: System = "android",
): Promise<NativeSide> {
  const calls: Call[] = [];
  const secrets = new Map<string, unknown>();
  const listeners: { plugin: string; event: string; id: string }[] = [];
  // A page that does not listen yet gets its events later, as Capacitor does with retained events.
  const pendingEvents: { plugin: string; event: string; data: object }[] = [];

  const answers: Record<string, (options: Call["options"]) => unknown> = {
    "Chrome.open": () => ({ isOpened: true }),
    "HomeShortcuts.isSupported": () => ({ isSupported: true }),
    "ObjectCapture.isSupported": () => ({ isSupported: false }),
    "RoomCapture.isSupported": () => ({ isSupported: false }),
    "CapacitorHttp.request": (options) => requestOnce(system, options),
    "CapacitorNfc.getStatus": () => ({ status: "NFC_OK" }),
    "SecureStorage.internalGetItem": ({ prefixedKey }) => ({
      data: secrets.get(String(prefixedKey)) ?? null,
    }),
    "SecureStorage.internalSetItem": ({ prefixedKey, data }) => {
      secrets.set(String(prefixedKey), data);
    },
    "SecureStorage.internalRemoveItem": ({ prefixedKey }) => ({
      success: secrets.delete(String(prefixedKey)),
    }),
  };

  const send = (result: object) =>
    page.evaluate((given) => {
      (
        globalThis as unknown as { Capacitor: { fromNative(r: object): void } }
      ).Capacitor.fromNative(given);
    }, result);

  const tell = async (plugin: string, event: string, data: object): Promise<boolean> => {
    const to = listeners.filter((each) => each.plugin === plugin && each.event === event);
    for (const { id } of to) {
      await send({
        callbackId: id,
        pluginId: plugin,
        methodName: "addListener",
        success: true,
        data,
        save: true,
      });
    }
    return to.length > 0;
  };

  await context.exposeFunction("toNativeSide", async (json: string) => {
    const {
      callbackId,
      pluginId: plugin,
      methodName: method,
      options,
    } = JSON.parse(json) as Message;
    if (method === "addListener") {
      const event = String(options.eventName);
      listeners.push({ plugin, event, id: callbackId });
      for (const pendingEvent of pendingEvents.filter(
        (each) => each.plugin === plugin && each.event === event,
      )) {
        pendingEvents.splice(pendingEvents.indexOf(pendingEvent), 1);
        await tell(plugin, event, pendingEvent.data);
      }
      return;
    }
    calls.push({ plugin, method, options });
    const result = { callbackId, pluginId: plugin, methodName: method };
    try {
      const data = (await answers[`${plugin}.${method}`]?.(options)) ?? {};
      await send({ ...result, success: true, data });
    } catch (error) {
      const { message, name } = error as Error;
      await send({ ...result, success: false, error: { message, code: name } });
    }
  });
  const bridge = join(
    dirname(require.resolve(`@capacitor/${system}/package.json`)),
    bridges[system],
  );
  const headers = Object.entries(plugins).map(([name, methods]) => ({
    name,
    methods: [
      ...methods.map((method) => ({ name: method, rtype: "promise" })),
      { name: "addListener" },
      { name: "removeListener" },
    ],
  }));
  await context.addInitScript(`
    ${entries[system]}
    window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
    ${readFileSync(bridge, "utf8")}
    window.Capacitor.PluginHeaders = ${JSON.stringify(headers)};
  `);
  await context.route(`${shellPage}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || "index.html";
    const contentType = types[extname(path)] ?? "application/octet-stream";
    await route.fulfill({ path: join(folder, path), contentType });
  });

  return {
    calls,
    last: () =>
      calls.findLast(({ plugin }) => plugin === "LastScans")?.options as
        | { nfc?: string; code?: string }
        | undefined,
    async emit(plugin, event, data) {
      if (!(await tell(plugin, event, data))) pendingEvents.push({ plugin, event, data });
    },
    answer(method, result) {
      answers[method] = result;
    },
  };
}

/** Sends one request and returns the response as the system does. Redirects are not followed. */
function requestOnce(system: System, options: Call["options"]): Promise<object> {
  const { url, method, headers, data } = options as {
    url: string;
    method: string;
    headers: Record<string, string>;
    data?: string;
  };
  return new Promise((resolve, reject) => {
    const start = url.startsWith("https:") ? requestTls : requestPlain;
    const outgoing = start(url, { method, headers, rejectUnauthorized: false }, async (answer) => {
      const body = await text(answer);
      const status = answer.statusCode!;
      const data = toPluginData(system, { status, type: answer.headers["content-type"], body });
      resolve({ status, headers: answer.headers, url, data });
    });
    outgoing.on("error", reject).end(data);
  });
}
