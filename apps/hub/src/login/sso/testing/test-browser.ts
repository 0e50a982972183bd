import type { TestHub } from "../../../testing/test-hub.ts";
import { publicUrl } from "./run-provider.ts";

/** A page, or the end of redirects: its address, and what it sent. */
export type TestPage = { url: URL; status: number; text: string };

type Cookie = { host: string; name: string; value: string; path: string };

/**
 * A browser with its own cookies that follows redirects and sends forms. It reaches the hub at
 * `publicUrl`, as through a proxy, and everything else directly.
 */
export class TestBrowser {
  readonly #hub: TestHub;
  #cookies: Cookie[] = [];
  /** The `Set-Cookie` headers that came, the latest last. */
  readonly setCookies: string[] = [];

  constructor(hub: TestHub) {
    this.#hub = hub;
  }

  /** Opens an address. Stops before an address for which `until` returns true. */
  async open(address: string, until: (url: URL) => boolean = () => false): Promise<TestPage> {
    let url = new URL(address, publicUrl);
    for (let redirects = 0; redirects < 20; redirects++) {
      if (until(url)) return { url, status: 0, text: "" };
      const response = await this.fetch(url);
      const location = response.headers.get("location");
      if (location === null) return { url, status: response.status, text: await response.text() };
      url = new URL(location, url);
      // The page behind the fragment is not what these tests are about.
      if (url.hash !== "") return { url, status: response.status, text: "" };
    }
    throw new Error(`Too many redirects at ${url}.`);
  }

  /** Sends the form of a page, with further fields. */
  async submit(
    page: TestPage,
    fields: Record<string, string>,
    until?: (url: URL) => boolean,
  ): Promise<TestPage> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`No form at ${page.url}: ${page.text}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams();
    for (const [, name = "", value = ""] of hidden) body.set(name, value);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const url = new URL(action, page.url);
    const response = await this.fetch(url, { method: "POST", body });
    const location = response.headers.get("location");
    if (location !== null) return this.open(new URL(location, url).href, until);
    return { url, status: response.status, text: await response.text() };
  }

  /** Sends one request with the cookies of its address, and keeps those that come. */
  async fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const isHub = url.origin === publicUrl;
    const target = isHub ? new URL(`${url.pathname}${url.search}`, this.#hub.base) : url;
    const cookie = this.cookieHeader(url);
    const response = await fetch(target, {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string>),
        ...(cookie !== "" && { cookie }),
        ...(isHub && {
          "x-forwarded-proto": "https",
          "x-forwarded-host": url.host,
          "x-forwarded-for": "203.0.113.9",
          origin: publicUrl,
        }),
      },
    });
    for (const text of response.headers.getSetCookie()) this.#keep(url, text);
    return response;
  }

  /** Returns the state of the session at the hub. */
  async session(): Promise<Record<string, unknown>> {
    const response = await this.fetch(new URL("/api/session", publicUrl));
    return (await response.json()) as Record<string, unknown>;
  }

  cookieHeader(url: URL): string {
    return this.#cookies
      .filter(({ host, path }) => host === url.host && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  #keep(url: URL, text: string): void {
    this.setCookies.push(text);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    const path = /; path=([^;]*)/i.exec(text)?.[1] ?? "/";
    const expires = /; expires=([^;]*)/i.exec(text)?.[1];
    const isOther = (cookie: Cookie) =>
      cookie.host !== url.host || cookie.name !== name || cookie.path !== path;
    this.#cookies = this.#cookies.filter(isOther);
    const isEnded = expires !== undefined && Date.parse(expires) <= Date.now();
    if (!isEnded) this.#cookies.push({ host: url.host, name, value, path });
  }
}

/** Logs in at the provider, up to where the browser ends or `until` stops it. */
export async function logIn(
  browser: TestBrowser,
  login: string,
  until?: (url: URL) => boolean,
): Promise<TestPage> {
  const form = await browser.open("/sso/login", until);
  if (!form.text.includes('value="login"')) return form;
  const next = await browser.submit(form, { login, password: "any" }, until);
  return next.text.includes('value="consent"') ? browser.submit(next, {}, until) : next;
}

/** Stops at the address to which the provider returns. */
export const atCallback = (url: URL) => url.pathname === "/sso/callback";
