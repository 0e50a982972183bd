import { uriRecord } from "@scanhook/tags";
import {
  type ContentResult,
  type FieldProblem,
  type FormResult,
  toContentResult,
  toFormResult,
} from "./form-result.ts";

export type LinkValues = { url: string };

export const emptyLink: LinkValues = { url: "" };

/** Returns a link of any scheme that runs no script. A link without a scheme gets `https://`. */
export function toLinkRecords({ url }: LinkValues): FormResult<keyof LinkValues> {
  return toFormResult({ url: findLinkProblem(url) }, () => [uriRecord(normalizeUrl(url))]);
}

/** Returns the link as the content of a code. */
export function toLinkContent({ url }: LinkValues): ContentResult<keyof LinkValues> {
  return toContentResult({ url: findLinkProblem(url) }, () => normalizeUrl(url));
}

/** Returns why the link cannot be written; undefined if it can. */
export function findLinkProblem(input: string): FieldProblem | undefined {
  if (input.trim() === "") return "no-address";
  const address = normalizeUrl(input);
  const parsed = URL.parse(address);
  if (!parsed || /\s/.test(address)) return "not-an-address";
  if (/^(javascript|data|vbscript|blob):$/.test(parsed.protocol)) return "script-address";
  if (/^https?:$/.test(parsed.protocol)) return hasHost(address) ? undefined : "not-an-address";
  return /^[^:]+:./.test(address) ? undefined : "not-an-address";
}

/**
 * Returns the URL to write: adds a missing `https://`, and lower-cases the scheme as Android does.
 * The rest stays as typed.
 */
export function normalizeUrl(input: string): string {
  const text = input.trim();
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1];
  return scheme ? scheme.toLowerCase() + text.slice(scheme.length) : `https://${text}`;
}

/**
 * Returns whether a web address has a host: a name with a dot, an IP address or localhost. A single
 * word is most likely a typing mistake.
 */
function hasHost(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return /^https?:\/\/[^/]/.test(address) && /[^.]\.[^.]|^\[|^localhost$/.test(host);
}
