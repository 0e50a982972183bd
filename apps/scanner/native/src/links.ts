import type { AppPlugin } from "@capacitor/app";

/**
 * Hands every link the app is opened with to `open`, also the one that started it: both systems keep that until the
 * first listener comes. `App.getLaunchUrl()` would give the same link again, and once more after each reload.
 */
export async function followLinks(
  app: Pick<AppPlugin, "addListener">,
  open: (link: string) => void,
): Promise<void> {
  await app.addListener("appUrlOpen", ({ url }) => open(url));
}

/** Android's way back: to the screen before, and from the first one out of the app. */
export async function followBack(
  app: Pick<AppPlugin, "addListener" | "minimizeApp">,
  back: () => void,
): Promise<void> {
  await app.addListener("backButton", ({ canGoBack }) => {
    if (canGoBack) back();
    else void app.minimizeApp();
  });
}
