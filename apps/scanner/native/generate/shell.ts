/** The settings of a build of the shell. */
export type Shell = {
  /** The bundle identifier and application id, `org.example.scanner`. */
  id: string;
  name: string;
  version: string;
  /**
   * The number of the upload: `versionCode` of Android and `CURRENT_PROJECT_VERSION` of Xcode. Both
   * stores take an update only if it is higher than all before.
   */
  build: number;
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

/**
 * Parses the number of a build. Returns undefined unless it is a whole number from 1 to
 * 2,100,000,000, the highest that Google Play takes.
 */
export function parseBuild(text: string): number | undefined {
  const build = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  return build >= 1 && build <= 2_100_000_000 ? build : undefined;
}

/** Escapes text for an XML element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
