import type { Settings } from "./settings.ts";

/** A running hub. */
export type Hub = {
  /** Base URLs without a trailing slash, the best first. `phone`: the plain-HTTP help page for phones on the LAN. */
  addresses: { dashboard: string[]; scanner: string[]; phone?: string };
  httpPort?: number;
  httpsPort?: number;
  /** One-time link to the dashboard, while no password is set. */
  loginLink?: string;
  /** One-time link that pairs a phone with the first inbox, for the QR on the terminal. */
  pairLink?: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Stops taking requests, finishes those in flight, ends live streams, closes the store. */
  close(): Promise<void>;
};

export async function startHub(
  settings: Settings,
  options: { log?: NodeJS.WritableStream; print?: (line: string) => void } = {},
): Promise<Hub> {
  options.print?.(`not wired yet: ${settings.data}`);
  throw new Error("The hub is being wired.");
}
