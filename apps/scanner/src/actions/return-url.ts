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

/**
 * Takes an address of `https:` or of an app's own scheme, whatever a scan puts into it: a placeholder can neither
 * choose the scheme nor, on the web, the host.
 */
export function parseReturn(
  text: string,
): { ok: true; address: ReturnAddress } | { ok: false; why: ReturnProblem } {
  const template = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  if (!scheme || template.length > longest || /[\s\p{Cc}\p{Cf}\\]/u.test(template)) {
    return { ok: false, why: "return-malformed" };
  }
  if (scheme === "http") return { ok: false, why: "return-not-https" };
  if (isForbidden(scheme)) return { ok: false, why: "return-scheme" };
  if (scheme === "https" && !/^https:\/\/[^/]/i.test(template)) {
    return { ok: false, why: "return-malformed" };
  }
  // Whatever fits all of these fits every text that is percent-encoded.
  const filled = ["", "0", "a", "%C3%A9~z"].map((value) =>
    URL.parse(template.replaceAll(written, value)),
  );
  if (filled.some((url) => url && (url.username || url.password))) {
    return { ok: false, why: "return-credentials" };
  }
  const hosts = new Set(filled.map((url) => (scheme === "https" ? url?.host : "")));
  if (scheme === "https" && hosts.size > 1) return { ok: false, why: "return-host" };
  if (filled.includes(null)) return { ok: false, why: "return-malformed" };
  return { ok: true, address: { template } };
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
