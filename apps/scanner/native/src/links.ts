import type { AppPlugin } from "@capacitor/app";

/**
 * Passes every link that opens the app to `open`. This includes the link that started the app,
 * because both systems keep it for the first listener. `App.getLaunchUrl()` would return the same
 * link again after each reload.
 */
export async function followLinks(
  app: Pick<AppPlugin, "addListener">,
  open: (link: string) => void,
): Promise<void> {
  await app.addListener("appUrlOpen", ({ url }) => open(url));
}

/** Handles Android's back button: calls `back`, or leaves the app on its first screen. */
export async function followBack(
  app: Pick<AppPlugin, "addListener" | "minimizeApp">,
  back: () => void,
): Promise<void> {
  await app.addListener("backButton", ({ canGoBack }) => {
    if (canGoBack) back();
    else void app.minimizeApp();
  });
}
