/** What differs from one build of the shell to the next. */
export type Shell = {
  /** The bundle identifier and application id, `org.example.scanner`. */
  id: string;
  name: string;
  version: string;
  /** The pages of hubs whose links open the app, `https://hub.example`. */
  origins: readonly string[];
  /** Apple's ten characters, for signing; without it Xcode asks. */
  team?: string;
};

/** Schemes whose links open the app: its own, NFC Tools', and places. */
export const schemes = ["scanhook", "nfc", "geo"] as const;

/** The package of the Java files in ../android. */
export const javaPackage = "org.scanhook.shell";

/** An application id as both stores take it: Android knows no dash, iOS no underscore. */
export function isAppId(text: string): boolean {
  return /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i.test(text);
}

/** The origin of a hub's page as it is typed; undefined when links to it could not be verified. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" ? url.origin : undefined;
}

/** Text inside XML, in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
