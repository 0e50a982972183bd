import { pageLanguage } from "@scanhook/texts/reader";
import { type Tab, tabNames } from "../screens.ts";
import { keepWorker } from "../workers/start-worker.ts";
import { loadedAhead } from "./loaded-ahead.svelte.ts";

/** The files that each tab may load: paths below the address of the app, from ../../ahead.ts. */
type FilesOfTabs = Record<Tab, readonly string[]>;

const base = import.meta.env.BASE_URL;
/** The order in which tabs are loaded. More comes first, because it shows the unsent scans. */
const loadOrder = [...tabNames].sort((tab, other) => +(other === "more") - +(tab === "more"));
const loadsByFile = new Map<string, Promise<void>>();
let filesOfTabs: FilesOfTabs | undefined;

/**
 * Loads all tabs into a page that has no service worker, so that they open when the hub is gone. A
 * browser does not cache files of a server whose certificate it does not trust, so the page itself
 * holds them. Files that fail to load are tried again when the network returns or the page is shown
 * again.
 */
export async function loadAhead(): Promise<void> {
  if (loadedAhead.phase === "loading") return;
  loadedAhead.phase = "loading";
  loadedAhead.missing = tabNames;
  await whenIdle();
  try {
    filesOfTabs ??= (await (await fetchFile("ahead.json")).json()) as FilesOfTabs;
  } catch {
    // The hub does not answer. All tabs stay listed as missing.
  }
  for (const tab of filesOfTabs ? loadOrder : []) {
    const results = await Promise.allSettled(filesOfTabs![tab].filter(isUsed).map(loadOnce));
    if (results.every(({ status }) => status === "fulfilled"))
      loadedAhead.missing = loadedAhead.missing.filter((each) => each !== tab);
  }
  loadedAhead.phase = "done";
  if (loadedAhead.missing.length > 0) tryAgainLater();
}

function tryAgainLater(): void {
  const controller = new AbortController();
  const tryAgain = () => {
    if (document.visibilityState === "hidden") return;
    controller.abort();
    void loadAhead();
  };
  addEventListener("online", tryAgain, { signal: controller.signal });
  document.addEventListener("visibilitychange", tryAgain, { signal: controller.signal });
}

/** Resolves after the page has loaded, once the browser is idle. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 500);
  });
}

/** Returns false for texts of other languages. English stands in for texts that are missing. */
function isUsed(file: string): boolean {
  const language = /^assets\/texts\/([^/]+)\//.exec(file)?.[1] ?? "en";
  return language === "en" || language === pageLanguage();
}

function loadOnce(file: string): Promise<void> {
  const existing = loadsByFile.get(file);
  if (existing) return existing;
  const load = loadFile(file);
  loadsByFile.set(file, load);
  load.catch(() => loadsByFile.delete(file));
  return load;
}

async function loadFile(file: string): Promise<void> {
  if (file.endsWith(".css")) return addLink("stylesheet", file);
  if (file.endsWith(".wasm")) return;
  if (!/\.worker-[^/]+\.js$/.test(file)) return loadModule(file);
  keepWorker(base + file, new Blob([await readWorker(file)], { type: "text/javascript" }));
}

/** Adds a module to the module map of the page, without running it where the browser can. */
async function loadModule(file: string): Promise<void> {
  if (document.createElement("link").relList.supports("modulepreload"))
    return addLink("modulepreload", file);
  await import(/* @vite-ignore */ base + file);
}

function addLink(rel: "modulepreload" | "stylesheet", file: string): Promise<void> {
  const href = base + file;
  // Firefox reports an error for the preload of a module that has already run.
  const existingSelector = `link[href="${href}"][rel="${rel}"], script[src="${href}"]`;
  if (document.querySelector(existingSelector)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  link.setAttribute("fetchpriority", "low");
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} did not load`));
    };
    document.head.append(link);
  });
}

/** Reads the script of a worker, with the WebAssembly that it names replaced by a copy. */
async function readWorker(file: string): Promise<string> {
  const script = await (await fetchFile(file)).text();
  const wasm = Object.values(filesOfTabs!)
    .flat()
    .find((each) => each.endsWith(".wasm") && script.includes(each));
  if (!wasm) return script;
  const copy = URL.createObjectURL(await (await fetchFile(wasm)).blob());
  return script.replaceAll(base + wasm, copy);
}

async function fetchFile(file: string): Promise<Response> {
  const response = await fetch(base + file);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  return response;
}
