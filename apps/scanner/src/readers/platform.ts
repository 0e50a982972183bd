/**
 * Detects the platform well enough to say where its settings for permissions are. Nothing else
 * depends on it.
 */
export function detectPlatform(agent: {
  userAgent: string;
  maxTouchPoints: number;
}): "ios" | "android" | "desktop" {
  if (/android/i.test(agent.userAgent)) return "android";
  if (/iphone|ipad|ipod/i.test(agent.userAgent)) return "ios";
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return /macintosh/i.test(agent.userAgent) && agent.maxTouchPoints > 1 ? "ios" : "desktop";
}
