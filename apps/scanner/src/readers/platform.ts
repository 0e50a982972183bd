/** Where the camera permission is hidden differs: enough to say where, nothing more depends on it. */
export function platformOf(agent: {
  userAgent: string;
  maxTouchPoints: number;
}): "ios" | "android" | "desktop" {
  if (/android/i.test(agent.userAgent)) return "android";
  if (/iphone|ipad|ipod/i.test(agent.userAgent)) return "ios";
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  return /macintosh/i.test(agent.userAgent) && agent.maxTouchPoints > 1 ? "ios" : "desktop";
}
