import { appScheme } from "./actions.ts";

/**
 * The placeholders of a return address, as named by ZXing (`{CODE}`, `{FORMAT}`) and by NFC Tools
 * (all others).
 */
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

/**
 * An address to send a scan back to, with unfilled placeholders. Only {@link parseReturn} creates
 * it.
 */
export type ReturnAddress = { template: string };

export type ReturnProblem =
  | "return-malformed"
  | "return-not-https"
  | "return-scheme"
  | "return-credentials"
  | "return-host";

const maxAddressLength = 2048;
const placeholderPattern = new RegExp(`(?:\\{|%7B)(${placeholders.join("|")})(?:\\}|%7D)`, "gi");

/**
 * The scheme, the authority after `//` if there is one, and the path with query and fragment (RFC
 * 3986, 3).
 */
const addressPattern = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/i;

/**
 * Parses a return address with the scheme `https:` or the scheme of an app. The content of a scan
 * is untrusted, so a placeholder must not be able to change the scheme, the host of a web address,
 * or the structure of the address. Otherwise returns the reason why the address is refused.
 */
export function parseReturn(
  text: string,
): { ok: true; address: ReturnAddress } | { ok: false; reason: ReturnProblem } {
  const template = text.trim();
  const [, scheme, authority, path = ""] = addressPattern.exec(template) ?? [];
  if (!scheme || template.length > maxAddressLength || /[\s\p{Cc}\p{Cf}\\]/u.test(template)) {
    return refuse("return-malformed");
  }
  const isWeb = scheme.toLowerCase() === "https";
  if (scheme.toLowerCase() === "http") return refuse("return-not-https");
  if (isForbiddenScheme(scheme.toLowerCase())) return refuse("return-scheme");
  if (isWeb && !authority) return refuse("return-malformed");
  if (authority?.includes("@")) return refuse("return-credentials");
  const fixedPart = authority?.replaceAll(placeholderPattern, "");
  const hasPlaceholder = fixedPart !== authority;
  // In the address of an app, a placeholder may stand for the host, but not beside delimiters such
  // as `:` or `[`.
  if (hasPlaceholder && (isWeb || !/^[\w.~-]*$/.test(fixedPart ?? "")))
    return refuse("return-host");
  // Without their values, placeholders must not bring two slashes together, which would begin a
  // host.
  if (authority === undefined && path.replaceAll(placeholderPattern, "").startsWith("//")) {
    return refuse("return-host");
  }
  return URL.canParse(template.replaceAll(placeholderPattern, ""))
    ? { ok: true, address: { template } }
    : refuse("return-malformed");
}

function refuse(reason: ReturnProblem) {
  return { ok: false as const, reason };
}

/**
 * Returns the address with each placeholder replaced by its percent-encoded value, or by nothing if
 * the scan has no such value.
 */
export function fillReturn({ template }: ReturnAddress, values: ReturnValues): string {
  const filled = template.replaceAll(placeholderPattern, (_, name: string) =>
    encodeURIComponent((values[name.toUpperCase() as Placeholder] ?? "").toWellFormed()),
  );
  return new URL(filled).href;
}

/**
 * Schemes of browsers and systems that run scripts, open files, start calls or change settings, and
 * the schemes of this app, which would loop.
 */
const forbiddenSchemes = new Set(
  `${appScheme} web+${appScheme} nfc geo
  javascript vbscript livescript data blob file filesystem content intent about jar mhtml cid mid
  ws wss ftp ftps sftp ssh telnet ldap ldaps gopher news nntp smb afp nfs dav rtsp
  tel sms smsto mms mmsto mailto callto sip sips skype market
  view-source resource res devtools edge opera brave vivaldi shell search help prefs
  onenote mk hcp wais wyciwyg package tool`.split(/\s+/),
);

function isForbiddenScheme(scheme: string): boolean {
  return (
    forbiddenSchemes.has(scheme) ||
    /^(ms-|x-apple|apple-|itms|facetime|chrome|moz-|safari-|app-|android-|vnd\.|search-)/.test(
      scheme,
    )
  );
}
