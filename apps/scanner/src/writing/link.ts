import { uriRecord } from "@scanhook/tags";
import { type Made, made, type Problem } from "./made.ts";

export type LinkValues = { url: string };

export const emptyLink: LinkValues = { url: "" };

/** An address of any scheme but those that run as a script; one without a scheme gets `https://`. */
export function linkRecords({ url }: LinkValues): Made<keyof LinkValues> {
  return made({ url: linkProblem(url) }, () => [uriRecord(toAddress(url))]);
}

/** Undefined when the address can be written. */
export function linkProblem(written: string): Problem | undefined {
  if (written.trim() === "") return "no-address";
  const address = toAddress(written);
  const parsed = URL.parse(address);
  if (!parsed || /\s/.test(address)) return "not-an-address";
  if (/^(javascript|data|vbscript|blob):$/.test(parsed.protocol)) return "script-address";
  if (/^https?:$/.test(parsed.protocol)) return hasHost(address) ? undefined : "not-an-address";
  return /^[^:]+:./.test(address) ? undefined : "not-an-address";
}

/** As it goes onto the tag: with a scheme, in lower case, as Android writes it. The rest stays as typed. */
export function toAddress(written: string): string {
  const text = written.trim();
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1];
  return scheme ? scheme.toLowerCase() + text.slice(scheme.length) : `https://${text}`;
}

/** A name with a dot, an IP address or localhost: a single word is a slip. */
function hasHost(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return /^https?:\/\/[^/]/.test(address) && /[^.]\.[^.]|^\[|^localhost$/.test(host);
}
