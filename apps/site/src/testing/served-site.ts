import { folderOf, type SiteBuild } from "../../../../scripts/build-site.ts";
import { serveFolder } from "../../../../scripts/serve-folder.ts";

/** A built site on a local server, which serves the site's absolute and relative addresses. */
export async function serveSite(build: SiteBuild) {
  const { origin, base } = build;
  /** The prefix of all addresses of the site. */
  const home = `${origin ?? ""}${base}`;
  const whole = new URL(home, "http://somewhere.invalid").href;
  const server = await serveFolder(folderOf(build), { base });
  const known = new Map<string, Promise<{ status: number; text: string }>>();

  /** Fetches an address once and does not follow redirects. */
  function get(url: string) {
    const [address = ""] = new URL(url, whole).href.split("#");
    if (!address.startsWith(whole)) throw new Error(`${url} is not on the site.`);
    const answer = known.get(address) ?? ask(address.replace(whole, server.url));
    known.set(address, answer);
    return answer;
  }

  /** Fetches a resource; throws if the site does not have it. */
  async function read(path: string): Promise<string> {
    const { status, text } = await get(home + path);
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
    return text;
  }

  /** Returns the path below the base: `https://…/docs/hub/`, `/docs/hub/` → `hub/`. */
  const pathOf = (url: string) => new URL(url, whole).href.replace(whole, "");

  return { home, url: server.url, get, read, pathOf, close: server.close };
}

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

async function ask(url: string) {
  const response = await fetch(url, { redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

/** Returns a text if an address or its anchor cannot be followed, or undefined if it can. */
export async function whyBroken(site: ServedSite, url: string): Promise<string | undefined> {
  const { status, text } = await site.get(url);
  if (status !== 200) return `${url} answers ${status}`;
  const anchor = decodeURIComponent(url.split("#")[1] ?? "");
  return anchor === "" || text.includes(` id="${anchor}"`)
    ? undefined
    : `${url} has no such anchor`;
}
