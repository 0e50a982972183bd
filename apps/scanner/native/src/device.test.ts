import type { AppPlugin, BackButtonListener, URLOpenListener } from "@capacitor/app";
import { ImpactStyle, NotificationType } from "@capacitor/haptics";
import { expect, test } from "vitest";
import { createFeedback } from "../../src/scanning/feedback.ts";
import { keepAwake } from "../../src/wake-lock.ts";
import { createDownload } from "./file-sheet.ts";
import { followBack, followLinks } from "./links.ts";
import { createScreenLock } from "./screen-lock.ts";
import { createVibrate } from "./vibrate.ts";

test("each cue plays haptic feedback, and a phone without haptics causes no error", () => {
  const played: unknown[] = [];
  const record = async (options: unknown) => {
    played.push(options);
    throw new Error("UNAVAILABLE");
  };
  const vibrate = createVibrate({ notification: record, impact: record, vibrate: record });
  const feedback = createFeedback({ openAudio: () => undefined, vibrate });
  feedback.unlock();
  for (const cue of [
    "sent",
    "warned",
    "failed",
    "kept",
    "yes",
    "look",
    "no",
    "unchecked",
  ] as const) {
    feedback.give(cue, { sound: false, vibration: true });
  }
  expect(played).toEqual([
    { type: NotificationType.Success },
    { type: NotificationType.Warning },
    { type: NotificationType.Error },
    { style: ImpactStyle.Light },
    { type: NotificationType.Success },
    { type: NotificationType.Warning },
    { type: NotificationType.Error },
    { duration: 900 },
  ]);
});

test("a file is offered in the share sheet, and a failure is reported", async () => {
  const offered: unknown[] = [];
  let failureCount = 0;
  const offer = async (file: unknown) => void offered.push(file);
  createDownload({ offer }, () => (failureCount += 1))("scans.csv", "text/csv", "a,b");
  const rejectOffer = () => Promise.reject(new Error("The file could not be written."));
  createDownload({ offer: rejectOffer }, () => (failureCount += 1))("scans.csv", "text/csv", "a,b");
  await new Promise((resolve) => setImmediate(resolve));
  expect(offered).toEqual([{ name: "scans.csv", type: "text/csv", text: "a,b" }]);
  expect(failureCount).toBe(1);
});

test("the screen is kept on until it is released", async () => {
  const calls: string[] = [];
  const record = (name: string) => async () => void calls.push(name);
  const wakeLock = createScreenLock({
    keepAwake: record("keepAwake"),
    allowSleep: record("allowSleep"),
  });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const stop = keepAwake({ wakeLock, page });
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(["keepAwake", "allowSleep"]);
});

test("every link that opens the app reaches the listener unchanged", async () => {
  const app = createFakeApp();
  const opened: string[] = [];
  await followLinks(app.plugin, (link) => opened.push(link));
  for (const url of ["scanhook://scan-nfc", "geo:48.2,16.4", "scanhook://scan-nfc"]) {
    app.emit("appUrlOpen", { url });
  }
  expect(opened).toEqual(["scanhook://scan-nfc", "geo:48.2,16.4", "scanhook://scan-nfc"]);
});

test("Android's back button goes back through the screens and then leaves the app", async () => {
  const app = createFakeApp();
  let backCount = 0;
  await followBack(app.plugin, () => (backCount += 1));
  app.emit("backButton", { canGoBack: true });
  expect([backCount, app.minimized]).toEqual([1, 0]);
  app.emit("backButton", { canGoBack: false });
  expect([backCount, app.minimized]).toEqual([1, 1]);
});

function createFakeApp() {
  const listeners = new Map<string, URLOpenListener | BackButtonListener>();
  const app = {
    minimized: 0,
    emit(name: string, event: { url: string } | { canGoBack: boolean }) {
      (listeners.get(name) as ((event: object) => void) | undefined)?.(event);
    },
    plugin: {
      async addListener(name: string, listener: URLOpenListener | BackButtonListener) {
        listeners.set(name, listener);
        return { remove: async () => {} };
      },
      async minimizeApp() {
        app.minimized += 1;
      },
    } as Pick<AppPlugin, "addListener" | "minimizeApp">,
  };
  return app;
}
