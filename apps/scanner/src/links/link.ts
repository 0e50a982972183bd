import { type Place, parsePlace } from "@scanhook/content";
import { parseScreen } from "../screen-address.ts";
import type { Tab } from "../screens.ts";
import { type Action, actions, appScheme } from "./actions.ts";
import { parseReturn, type ReturnAddress, type ReturnProblem } from "./return-url.ts";

/**
 * The action that a link asks for. It opens a screen and at most fills in a form. No link sends or
 * writes anything.
 */
export type LinkAction =
  | { do: "scan"; tab: Exclude<Tab, "more">; link?: string | undefined; returnTo?: ReturnAddress }
  | { do: "open"; tab: Tab }
  | { do: "write"; fill?: WriteFill }
  | { do: "place"; place: Place }
  /** Opens one of the app's screens by its address. */
  | { do: "show"; hash: string }
  /** Handles content that another app shared, or files that the system opens with the app. */
  | { do: "take"; from: "share" | "file" }
  | { do: "refuse"; reason: Refusal };

export type WriteFill =
  | { kind: "link"; values: { url: string } }
  | { kind: "text"; values: { text: string } };

export type Refusal =
  | "too-long"
  | "hidden"
  | "malformed"
  | "unknown"
  | "foreign"
  | "nfc"
  | "no-place"
  | "write-both"
  | "write-script"
  | "return-misplaced"
  | ReturnProblem;

/** The maximum length of a link in UTF-16 code units, which is more than any tag or code holds. */
export const maxLinkLength = 8192;

/**
 * Parses an untrusted link: one of the app's schemes, `nfc:` as NFC Tools defines it, `geo:` (RFC
 * 5870), or a web address of the app. `ownPages` are the web addresses of the app without query and
 * fragment, the current page first. Returns `refuse` for any other link. Never throws, and runs
 * nothing.
 */
export function parseActionLink(link: string, ownPages: readonly string[]): LinkAction {
  const text = link.trim();
  const problem = findProblem(text);
  if (problem) return refuse(problem);
  const page = toPageAddress(text);
  if (page === undefined || !ownPages.includes(page)) return parseScheme(text);
  const hashIndex = text.indexOf("#");
  if (hashIndex < 0) return { do: "open", tab: "qr" };
  const action = parseFragment(text.slice(hashIndex + 1));
  // This page cannot redeem a pairing code of another hub.
  const isForeign = action.do === "show" && /^#\/pair\b/.test(action.hash) && page !== ownPages[0];
  return isForeign ? refuse("foreign") : action;
}

/**
 * Returns an address without its query and fragment, the form that {@link parseActionLink}
 * compares; undefined if it is no valid URL.
 */
export function toPageAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  url.hash = "";
  url.search = "";
  return url.href;
}

function parseFragment(fragment: string): LinkAction {
  const { path, query } = splitQuery(fragment.replace(/^\//, ""));
  if (path === "link") {
    const links = parseQuery(query)?.getAll("url");
    const [text, ...others] = links ?? [];
    if (text === undefined || others.length > 0) return refuse("malformed");
    const problem = findProblem(text);
    // Accepts only schemes, because no honest link nests web addresses of the app.
    return problem ? refuse(problem) : parseScheme(text.trim());
  }
  if (path === "shared") return { do: "take", from: "share" };
  if (path === "file") return { do: "take", from: "file" };
  const action = parseAction(path, query);
  if (action.do !== "refuse" || action.reason !== "unknown") return action;
  const hash = `#/${fragment.replace(/^\//, "")}`;
  return parseScreen(hash).tab === "link" ? action : { do: "show", hash };
}

function parseScheme(text: string): LinkAction {
  const [, scheme = "", schemeSpecificPart = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case appScheme:
    case `web+${appScheme}`: {
      const { path, query } = splitQuery(
        schemeSpecificPart.replace(/^\/{2,3}/, "").split("#")[0] ?? "",
      );
      return parseAction(path.replace(/\/$/, "").toLowerCase(), query);
    }
    case "nfc":
      return parseNfc(schemeSpecificPart);
    case "geo":
      return parseGeo(schemeSpecificPart);
    case "https":
    case "http":
      return refuse("foreign");
    default:
      return refuse("unknown");
  }
}

function parseAction(path: string, query: string): LinkAction {
  const action = actions.find(({ link }) => link === `${appScheme}://${path}`);
  if (!action) return refuse("unknown");
  const values = parseQuery(query);
  if (!values) return refuse("malformed");
  if (action.kind === "write") return parseWrite(values);
  if (action.kind === "scan") return parseScan(action, values.getAll("ret"));
  const { tab } = parseScreen(action.hash ?? "");
  return tab === "pair" || tab === "link" ? refuse("unknown") : { do: "open", tab };
}

function parseScan(
  { id, hash }: Pick<Action, "id" | "hash">,
  returnAddresses: string[],
): LinkAction {
  const screen = parseScreen(hash ?? "");
  if (!("start" in screen)) return refuse("unknown");
  const { tab, link } = screen;
  const [returnAddress, ...others] = returnAddresses;
  if (returnAddress === undefined) return { do: "scan", tab, link };
  if (others.length > 0) return refuse("malformed");
  if (id !== "scan-nfc" && id !== "scan-code") return refuse("return-misplaced");
  const parsed = parseReturn(returnAddress);
  return parsed.ok ? { do: "scan", tab, returnTo: parsed.address } : refuse(parsed.reason);
}

function parseWrite(values: URLSearchParams): LinkAction {
  const [url, text] = [values.getAll("url"), values.getAll("text")];
  if (url.length + text.length > 1) return refuse("write-both");
  if (url[0] !== undefined) {
    const problem = findProblem(url[0]);
    if (problem) return refuse(problem);
    if (/^\s*(javascript|data|vbscript|blob|file):/i.test(url[0])) return refuse("write-script");
    return { do: "write", fill: { kind: "link", values: { url: url[0] } } };
  }
  if (text[0] === undefined) return { do: "write" };
  // Allows line breaks and tabs, but no other control characters and nothing that reverses the text
  // direction.
  if (/(?![\t\n\r])\p{Cc}|[\u061c\u202a-\u202e\u2066-\u2069]/u.test(text[0])) {
    return refuse("hidden");
  }
  return { do: "write", fill: { kind: "text", values: { text: text[0] } } };
}

/**
 * Parses `nfc://scan/?callback=<address>`, the link of NFC Tools. `nfc:` alone also starts a scan.
 * Any other one is refused as `nfc`, because it is meant for another app that the phone has.
 */
function parseNfc(schemeSpecificPart: string): LinkAction {
  const { path, query } = splitQuery(schemeSpecificPart.replace(/^\/{2,3}/, ""));
  const values = parseQuery(query);
  if (!/^(scan\/?)?$/i.test(path)) return refuse("nfc");
  if (!values) return refuse("malformed");
  return parseScan({ id: "scan-nfc", hash: "#/scan-nfc" }, [
    ...values.getAll("callback"),
    ...values.getAll("ret"),
  ]);
}

function parseGeo(schemeSpecificPart: string): LinkAction {
  const place = parsePlace(`geo:${schemeSpecificPart.replace(/^\/\//, "")}`);
  if (!place) return refuse("no-place");
  return place.label && hiddenCharacters.test(place.label)
    ? refuse("hidden")
    : { do: "place", place };
}

/** Control characters, invisible characters, and characters that reverse the text direction. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function findProblem(text: string): "too-long" | "hidden" | undefined {
  if (text.length > maxLinkLength) return "too-long";
  return hiddenCharacters.test(text) || !text.isWellFormed() ? "hidden" : undefined;
}

function splitQuery(text: string): { path: string; query: string } {
  const index = text.indexOf("?");
  return index < 0
    ? { path: text, query: "" }
    : { path: text.slice(0, index), query: text.slice(index + 1) };
}

/** Parses a query. Returns undefined if a percent escape is broken or is not UTF-8. */
function parseQuery(query: string): URLSearchParams | undefined {
  try {
    // Uses the decoded text, because the bundler removes a call whose result is unused.
    return decodeURIComponent(query).isWellFormed() ? new URLSearchParams(query) : undefined;
  } catch {
    return undefined;
  }
}

function refuse(reason: Refusal): LinkAction {
  return { do: "refuse", reason };
}
