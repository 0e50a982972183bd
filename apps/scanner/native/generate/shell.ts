/** The settings of a build of the shell. */
export type Shell = {
  /** The bundle identifier and application id, `org.example.scanner`. */
  id: string;
  name: string;
  version: string;
  /** The origins of hubs whose links open the app, such as `https://hub.example`. */
  origins: readonly string[];
  /** The ID of an Apple developer team, ten characters, for signing. Without it, Xcode asks. */
  team?: string;
};

/** The schemes whose links open the app: its own, that of NFC Tools, and that of places. */
export const schemes = ["scanhook", "nfc", "geo"] as const;

/** The package of the Java files in ../android. */
export const javaPackage = "org.scanhook.shell";

/**
 * Returns whether both stores accept the application ID. Android allows no hyphens, iOS no
 * underscores.
 */
export function isAppId(text: string): boolean {
  return /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i.test(text);
}

/**
 * Parses the origin of a hub's URL. Returns undefined unless it is an https URL, because only its
 * links can be verified.
 */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" ? url.origin : undefined;
}

/** Escapes text for an XML element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
