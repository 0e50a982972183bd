import { appScheme } from "./table.ts";

/** What a return address may ask for, in the words of ZXing (`{CODE}`, `{FORMAT}`) and of NFC Tools (the others). */
export const placeholders = [
  "CODE",
  "FORMAT",
  "TAG-ID",
  "TAG-SIZE",
  "TAG-MAXSIZE",
  "TAG-TYPE",
  "TAG-ISWRITABLE",
  "TAG-CANMAKEREADONLY",
  "NDEF-TEXT",
  "NDEF-URI",
] as const;
export type Placeholder = (typeof placeholders)[number];
export type ReturnValues = Partial<Record<Placeholder, string>>;

/** An address to go back to after a scan, its placeholders unfilled. Made by {@link parseReturn} alone. */
export type ReturnAddress = { template: string };

export type ReturnProblem =
  | "return-malformed"
  | "return-not-https"
  | "return-scheme"
  | "return-credentials"
  | "return-host";

const longest = 2048;
const written = new RegExp(`(?:\\{|%7B)(${placeholders.join("|")})(?:\\}|%7D)`, "gi");

/** Scheme, what stands behind `//` if that is there, and the rest (RFC 3986, 3). */
const shape = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/i;

/**
 * Takes an address of `https:` or of an app's own scheme, whatever a scan puts into it: a placeholder can neither
 * choose the scheme nor, on the web, the host, nor make what stands behind the scheme another part of the address.
 */
export function parseReturn(
  text: string,
): { ok: true; address: ReturnAddress } | { ok: false; why: ReturnProblem } {
  const template = text.trim();
  const [, scheme, authority, rest = ""] = shape.exec(template) ?? [];
  if (!scheme || template.length > longest || /[\s\p{Cc}\p{Cf}\\]/u.test(template)) {
    return refuse("return-malformed");
  }
  const isWeb = scheme.toLowerCase() === "https";
  if (scheme.toLowerCase() === "http") return refuse("return-not-https");
  if (isForbidden(scheme.toLowerCase())) return refuse("return-scheme");
  if (isWeb && !authority) return refuse("return-malformed");
  if (authority?.includes("@")) return refuse("return-credentials");
  const fixed = authority?.replaceAll(written, "");
  const isFilled = fixed !== authority;
  // An app may take a scan in place of a host, if there is nothing beside it that could come to mean something else.
  if (isFilled && (isWeb || !/^[\w.~-]*$/.test(fixed ?? ""))) return refuse("return-host");
  // Empty placeholders must not bring two slashes together.
  if (authority === undefined && rest.replaceAll(written, "").startsWith("//")) {
    return refuse("return-host");
  }
  return URL.canParse(template.replaceAll(written, ""))
    ? { ok: true, address: { template } }
    : refuse("return-malformed");
}

function refuse(why: ReturnProblem) {
  return { ok: false as const, why };
}

/** The address as it will be opened: every placeholder filled, percent-encoded; what is not known is left empty. */
export function fillReturn({ template }: ReturnAddress, values: ReturnValues): string {
  const filled = template.replaceAll(written, (_, name: string) =>
    encodeURIComponent((values[name.toUpperCase() as Placeholder] ?? "").toWellFormed()),
  );
  return new URL(filled).href;
}

/** Schemes of the browser and of the system: scripts, files, calls, settings, shells. And our own: no going in circles. */
const forbidden = new Set(
  `${appScheme} web+${appScheme} nfc geo
  javascript vbscript livescript data blob file filesystem content intent about jar mhtml cid mid
  ws wss ftp ftps sftp ssh telnet ldap ldaps gopher news nntp smb afp nfs dav rtsp
  tel sms smsto mms mmsto mailto callto sip sips skype market
  view-source resource res devtools edge opera brave vivaldi shell search help prefs
  onenote mk hcp wais wyciwyg package tool`.split(/\s+/),
);

function isForbidden(scheme: string): boolean {
  return (
    forbidden.has(scheme) ||
    /^(ms-|x-apple|apple-|itms|facetime|chrome|moz-|safari-|app-|android-|vnd\.|search-)/.test(
      scheme,
    )
  );
}
