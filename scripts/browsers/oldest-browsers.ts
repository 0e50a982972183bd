/**
 * The oldest version of each browser that the scanner and the dashboard run in, keyed as in
 * web-features. All of them appeared between March and July 2023. Safari 16.4 brought lookbehind in
 * regular expressions and OffscreenCanvas, Chrome and Edge 111 brought `color-mix()`, and Firefox
 * 115 brought arrays that are sorted as copies.
 */
export const oldestBrowsers = {
  chrome: "111",
  chrome_android: "111",
  edge: "111",
  firefox: "115",
  firefox_android: "115",
  safari: "16.4",
  safari_ios: "16.4",
} as const;

const { chrome, edge, firefox, safari, safari_ios } = oldestBrowsers;

/** The targets of a Vite build, which converts newer syntax of scripts and styles. */
export const buildTargets = [
  `chrome${chrome}`,
  `edge${edge}`,
  `firefox${firefox}`,
  `safari${safari}`,
  `ios${safari_ios}`,
];

/** The sentence that a page shows in an older browser. */
export const tooOldMessage = `This browser is too old for Scanhook. Use Safari ${safari} (iOS ${safari_ios}), Chrome or Edge ${chrome}, Firefox ${firefox}, or a newer version: update the browser, or the system of this device, and open this page again.`;
