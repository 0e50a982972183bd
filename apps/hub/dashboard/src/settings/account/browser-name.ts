import { accountTexts } from "../../texts/settings.ts";

/**
 * The parts of a `User-Agent` that name a browser. Others contain the words of those below them.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Returns a name such as “Firefox on Linux” for a `User-Agent` (RFC 9110 10.1.5). Returns undefined
 * if it names no known browser.
 */
export function nameBrowser(agent: string | undefined): string | undefined {
  const browser = findName(browsers, agent);
  const system = findName(systems, agent);
  const { browserOn } = accountTexts.sessions;
  return browser && system ? browserOn({ browser, system }) : browser;
}

function findName(names: readonly (readonly [RegExp, string])[], agent = ""): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
