// Firefox, driven by Playwright over WebDriver BiDi: an installed Firefox, not Playwright's own
// build.
import { type Browser, firefox } from "playwright";
import { findFirefox } from "../../scripts/testing/engines.ts";

const preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "dom.events.testing.asyncClipboard": true,
};

/**
 * Starts Firefox with these preferences in addition to those that give it a simulated camera.
 * Throws if it is not found.
 */
export async function startFirefox(
  more: Record<string, string | number | boolean> = {},
): Promise<Browser> {
  const found = findFirefox();
  if (!found.ok) throw new Error(`The stories in Firefox need ${found.missing}.`);
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: found.path,
    firefoxUserPrefs: { ...preferences, ...more },
  });
  leaveMediaFeatures(browser);
  return browser;
}

type Session = { send(method: string, ...rest: unknown[]): Promise<unknown> };
type Insides = { _connection?: { toImpl?(of: unknown): { _browserSession?: Session } } };

/**
 * Keeps Playwright from setting the color scheme of a profile: Firefox 153 does not know that
 * command and refuses the whole profile. Playwright offers no option for this, so it reaches into
 * Playwright's session.
 */
function leaveMediaFeatures(browser: Browser): void {
  const session = (browser as Insides)._connection?.toImpl?.(browser)._browserSession;
  if (!session) throw new Error("This version of Playwright has no BiDi session where it had one.");
  const prototype = Object.getPrototypeOf(session) as Session;
  const { send } = prototype;
  prototype.send = function (method, ...rest) {
    if (method === "emulation.setMediaFeaturesOverride") return Promise.resolve({});
    return send.call(this, method, ...rest);
  };
}
