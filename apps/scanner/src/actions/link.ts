import { type Place, parsePlace } from "../content/place.ts";
import { parseRoute, type Tab } from "../router.ts";
import { parseReturn, type ReturnAddress, type ReturnProblem } from "./return-url.ts";
import { type Action, actions, appScheme } from "./table.ts";

/** What a link asks for. Each is only a screen that opens, filled in at most; nothing is sent or written by a link. */
export type LinkAction =
  | { do: "scan"; tab: Exclude<Tab, "more">; returnTo?: ReturnAddress }
  | { do: "open"; tab: Tab }
  | { do: "write"; fill?: WriteFill }
  | { do: "place"; place: Place }
  /** One of the app's own screens, by its address. */
  | { do: "show"; hash: string }
  /** Something came in another way than as a link: by sharing, or as a file. */
  | { do: "take"; from: "share" | "file" }
  | { do: "refuse"; why: Refusal };

export type WriteFill =
  | { kind: "link"; values: { url: string } }
  | { kind: "text"; values: { text: string } };

export type Refusal =
  | "too-long"
  | "hidden"
  | "malformed"
  | "unknown"
  | "foreign"
  | "no-place"
  | "write-both"
  | "write-script"
  | "return-misplaced"
  | ReturnProblem;

/** More than any tag or code holds, and enough for every link that means well. */
export const longestLink = 8192;

/**
 * Reads a link from anywhere: of the app's schemes, `nfc:` as NFC Tools has it, `geo:` (RFC 5870), or an address of the
 * app itself on the web. `own` are such addresses without query and fragment, that of this page first. Never throws,
 * and runs nothing.
 */
export function parseActionLink(link: string, own: readonly string[]): LinkAction {
  const text = link.trim();
  const problem = problemOf(text);
  if (problem) return refuse(problem);
  const page = pageOf(text);
  if (page === undefined || !own.includes(page)) return parseScheme(text);
  const at = text.indexOf("#");
  if (at < 0) return { do: "open", tab: "qr" };
  const action = parseFragment(text.slice(at + 1));
  // A code of another hub is of no use with this one.
  const isForeign = action.do === "show" && /^#\/pair\b/.test(action.hash) && page !== own[0];
  return isForeign ? refuse("foreign") : action;
}

/** The address of a page, by which {@link parseActionLink} knows its own: without query and fragment. */
export function pageOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  url.hash = "";
  url.search = "";
  return url.href;
}

function parseFragment(fragment: string): LinkAction {
  const { path, query } = split(fragment.replace(/^\//, ""));
  if (path === "link") {
    const inner = parseQuery(query)?.getAll("url");
    const [text, ...others] = inner ?? [];
    if (text === undefined || others.length > 0) return refuse("malformed");
    const problem = problemOf(text);
    // Only the schemes: a link in a link in a link is nobody's honest wish.
    return problem ? refuse(problem) : parseScheme(text.trim());
  }
  if (path === "shared") return { do: "take", from: "share" };
  if (path === "file") return { do: "take", from: "file" };
  const asked = parseAction(path, query);
  if (asked.do !== "refuse" || asked.why !== "unknown") return asked;
  const hash = `#/${fragment.replace(/^\//, "")}`;
  return parseRoute(hash).tab === "link" ? asked : { do: "show", hash };
}

function parseScheme(text: string): LinkAction {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case appScheme:
    case `web+${appScheme}`: {
      const { path, query } = split(rest.replace(/^\/{2,3}/, "").split("#")[0] ?? "");
      return parseAction(path.replace(/\/$/, "").toLowerCase(), query);
    }
    case "nfc":
      return parseNfc(rest);
    case "geo":
      return parseGeo(rest);
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
  const { tab } = parseRoute(action.hash ?? "");
  return tab === "pair" || tab === "link" ? refuse("unknown") : { do: "open", tab };
}

function parseScan({ id, hash }: Pick<Action, "id" | "hash">, returns: string[]): LinkAction {
  const route = parseRoute(hash ?? "");
  if (!("start" in route)) return refuse("unknown");
  const { tab } = route;
  const [wanted, ...others] = returns;
  if (wanted === undefined) return { do: "scan", tab };
  if (others.length > 0) return refuse("malformed");
  if (id !== "scan-nfc" && id !== "scan-code") return refuse("return-misplaced");
  const parsed = parseReturn(wanted);
  return parsed.ok ? { do: "scan", tab, returnTo: parsed.address } : refuse(parsed.why);
}

function parseWrite(values: URLSearchParams): LinkAction {
  const [url, text] = [values.getAll("url"), values.getAll("text")];
  if (url.length + text.length > 1) return refuse("write-both");
  if (url[0] !== undefined) {
    const problem = problemOf(url[0]);
    if (problem) return refuse(problem);
    if (/^\s*(javascript|data|vbscript|blob|file):/i.test(url[0])) return refuse("write-script");
    return { do: "write", fill: { kind: "link", values: { url: url[0] } } };
  }
  if (text[0] === undefined) return { do: "write" };
  // Lines and tabs belong to a text; what turns its letters round or cannot be seen does not.
  if (/(?![\t\n\r])\p{Cc}|[\u061c\u202a-\u202e\u2066-\u2069]/u.test(text[0])) {
    return refuse("hidden");
  }
  return { do: "write", fill: { kind: "text", values: { text: text[0] } } };
}

/** `nfc://scan/?callback=<address>` of NFC Tools; `nfc:` alone is a wish to scan as well. */
function parseNfc(rest: string): LinkAction {
  const { path, query } = split(rest.replace(/^\/{2,3}/, ""));
  const values = parseQuery(query);
  if (!/^(scan\/?)?$/i.test(path)) return refuse("unknown");
  if (!values) return refuse("malformed");
  return parseScan({ id: "scan-nfc", hash: "#/scan-nfc" }, [
    ...values.getAll("callback"),
    ...values.getAll("ret"),
  ]);
}

function parseGeo(rest: string): LinkAction {
  const place = parsePlace(`geo:${rest.replace(/^\/\//, "")}`);
  if (!place) return refuse("no-place");
  return place.label && hidden.test(place.label) ? refuse("hidden") : { do: "place", place };
}

/** Control characters, and characters that cannot be seen or turn others round. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function problemOf(text: string): "too-long" | "hidden" | undefined {
  if (text.length > longestLink) return "too-long";
  return hidden.test(text) || !text.isWellFormed() ? "hidden" : undefined;
}

function split(text: string): { path: string; query: string } {
  const at = text.indexOf("?");
  return at < 0
    ? { path: text, query: "" }
    : { path: text.slice(0, at), query: text.slice(at + 1) };
}

/** Undefined when an escape is broken or not UTF-8: nobody can say what was meant. */
function parseQuery(query: string): URLSearchParams | undefined {
  try {
    // What nobody looks at, the bundler takes for a call without effect and leaves out.
    return decodeURIComponent(query).isWellFormed() ? new URLSearchParams(query) : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why: Refusal): LinkAction {
  return { do: "refuse", why };
}
