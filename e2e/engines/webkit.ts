// WebKitGTK, the engine family of Safari, driven over WebDriver
// (https://www.w3.org/TR/webdriver2/): Playwright drives only a WebKit of its own, which would have
// to be downloaded.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { WebKitPrograms } from "../../scripts/testing/engines.ts";
import { freePort } from "../../scripts/testing/free-port.ts";
import { isListening } from "../../scripts/testing/listens.ts";
import { patienceMs } from "../browser.ts";
import { findElement, type Target } from "./find-element.ts";
import { startDisplay } from "./virtual-display.ts";

/** GTK gives a window at least the width of its bars, which is more than that of a phone. */
const narrowBars = `* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 6px; }`;

const phone = { width: 390, height: 844 };

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;
export type WebKitPage = Awaited<ReturnType<WebKit["openPage"]>>;

/** Starts the driver on a display of its own. */
export async function startWebKit({ driver, browser, xvfb }: WebKitPrograms) {
  const display = await startDisplay(xvfb);
  const config = await mkdtemp(join(tmpdir(), "scanhook-webkit-"));
  await mkdir(join(config, "gtk-3.0"));
  await writeFile(join(config, "gtk-3.0", "gtk.css"), narrowBars);
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display.name, XDG_CONFIG_HOME: config },
  });
  while (!(await isListening(port)));
  const base = `http://127.0.0.1:${port}`;
  return {
    /** Opens a window with a fresh profile. The driver has one at a time. */
    openPage: () => openPage(base, browser),
    /** Ends the driver and, with the display, the window. */
    close: async () => {
      const ended = once(service, "exit");
      service.kill();
      await ended;
      await display[Symbol.asyncDispose]();
      await rm(config, { recursive: true, force: true });
    },
  };
}

/** The key of the identifier of an element in the JSON of WebDriver, section 12 of the standard. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Element = { [elementKey]: string };

async function openPage(base: string, binary: string) {
  /**
   * A session that has hung once does not recover, and the rest of the file does not wait for it.
   */
  const hung = new AbortController();
  const call = async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const signal = AbortSignal.any([hung.signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(base + path, { ...init, signal }).catch((error) => {
      hung.abort();
      throw new Error(`WebKit did not respond to ${method} ${path}`, { cause: error });
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const args = ["--automation", "--enable-media-stream=true", "--enable-mock-capture-devices=true"];
  const options = { binary, args };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", {
    capabilities: {
      alwaysMatch: { acceptInsecureCerts: true, "webkitgtk:browserOptions": options },
    },
  });
  const session = `/session/${sessionId}`;
  const problems: string[] = [];

  async function evaluate<A extends unknown[], R>(
    run: (...args: A) => R,
    ...args: A
  ): Promise<Awaited<R>> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${run})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const path = `${session}/execute/async`;
    const result = await call<{ value: Awaited<R>; error?: string }>("POST", path, {
      script,
      args,
    });
    if (result.error !== undefined) throw new Error(result.error);
    return result.value;
  }
  const collectProblems = async () => void problems.push(...(await evaluate(takeProblems)));
  const find = (target: Target) =>
    evaluate(findElement, target).catch(() => null) as Promise<Element | null>;
  /** Waits for the element and scrolls it to the middle, where no bar covers it. */
  const waitFor = async (target: Target) => {
    let element: Element | null = null;
    const look = async () => {
      element = await find(target);
      return element ? "found" : `waiting for the ${target.by} “${target.value}”`;
    };
    await expect.poll(look).toBe("found");
    await evaluate(
      (found: unknown) => (found as HTMLElement).scrollIntoView({ block: "center" }),
      element,
    );
    return `${session}/element/${element![elementKey]}`;
  };
  const page = {
    evaluate,
    /** Returns the violations of the content security policy and the errors of all pages so far. */
    takeProblems: async () => {
      await collectProblems();
      return problems.splice(0);
    },
    has: async (target: Target) => (await find(target)) !== null,
    waitFor: async (target: Target) => void (await waitFor(target)),
    goto: async (url: string) => {
      await collectProblems();
      await call("POST", `${session}/url`, { url });
      await evaluate(watchProblems);
    },
    click: async (target: Target) =>
      void (await call("POST", `${await waitFor(target)}/click`, {})),
    /** Replaces the text of a field. */
    fill: async (target: Target, text: string) => {
      const element = await waitFor(target);
      await call("POST", `${element}/clear`, {});
      await call("POST", `${element}/value`, { text });
    },
    /** Chooses a file, or the option of a select whose text starts with this. */
    choose: async (target: Target, text: string) =>
      void (await call("POST", `${await waitFor(target)}/value`, { text })),
    textOf: async (target: Target) => call<string>("GET", `${await waitFor(target)}/text`),
  };
  await resizeContent(page.evaluate, (rect) => call("POST", `${session}/window/rect`, rect));
  return page;
}

/** Resizes the window until the page in it has the size of a phone. */
async function resizeContent(
  evaluate: (run: () => number[]) => Promise<number[]>,
  resize: (rect: { width: number; height: number }) => Promise<unknown>,
): Promise<void> {
  const rect = { ...phone };
  for (;;) {
    await resize(rect);
    const [width = 0, height = 0] = await evaluate(() => [innerWidth, innerHeight]);
    if (width === phone.width && height === phone.height) return;
    rect.width += phone.width - width;
    rect.height += phone.height - height;
  }
}

type Watched = { scanhookProblems?: string[] };

/**
 * Runs in the page: collects its errors and violations of its policy from now on, because WebDriver
 * reports none.
 */
function watchProblems(): void {
  const page = globalThis as Watched;
  if (page.scanhookProblems) return;
  const problems: string[] = [];
  page.scanhookProblems = problems;
  addEventListener("error", ({ message }) => problems.push(message));
  addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    problems.push(`${violatedDirective} blocks ${blockedURI}`),
  );
}

function takeProblems(): string[] {
  return (globalThis as Watched).scanhookProblems?.splice(0) ?? [];
}
