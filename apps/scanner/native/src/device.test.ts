import type { AppPlugin, BackButtonListener, URLOpenListener } from "@capacitor/app";
import { ImpactStyle, NotificationType } from "@capacitor/haptics";
import { expect, test } from "vitest";
import { createFeedback } from "../../src/scanning/feedback.ts";
import { keepAwake } from "../../src/wake-lock.ts";
import { createDownload } from "./file-sheet.ts";
import { followBack, followLinks } from "./links.ts";
import { createScreenLock } from "./screen-lock.ts";
import { createVibrate } from "./vibrate.ts";

test("each cue is one of the system's own taps, and a phone without them is left alone", () => {
  const felt: unknown[] = [];
  const note = async (options: unknown) => {
    felt.push(options);
    throw new Error("UNAVAILABLE");
  };
  const vibrate = createVibrate({ notification: note, impact: note });
  const feedback = createFeedback({ openAudio: () => undefined, vibrate });
  feedback.unlock();
  for (const cue of ["sent", "warned", "failed", "kept"] as const) {
    feedback.give(cue, { sound: false, vibration: true });
  }
  expect(felt).toEqual([
    { type: NotificationType.Success },
    { type: NotificationType.Warning },
    { type: NotificationType.Error },
    { style: ImpactStyle.Light },
  ]);
});

test("a file is offered in the system's sheet, and a failure is told", async () => {
  const offered: unknown[] = [];
  let failures = 0;
  const offer = async (file: unknown) => void offered.push(file);
  createDownload({ offer }, () => (failures += 1))("scans.csv", "text/csv", "a,b");
  const full = () => Promise.reject(new Error("The file could not be written."));
  createDownload({ offer: full }, () => (failures += 1))("scans.csv", "text/csv", "a,b");
  await new Promise((resolve) => setImmediate(resolve));
  expect(offered).toEqual([{ name: "scans.csv", type: "text/csv", text: "a,b" }]);
  expect(failures).toBe(1);
});

test("the screen is kept on, and let go", async () => {
  const calls: string[] = [];
  const note = (name: string) => async () => void calls.push(name);
  const wakeLock = createScreenLock({
    keepAwake: note("keepAwake"),
    allowSleep: note("allowSleep"),
  });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const stop = keepAwake({ wakeLock, page });
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(["keepAwake", "allowSleep"]);
});

test("every link the app is opened with is handed on, whole", async () => {
  const app = fakeApp();
  const opened: string[] = [];
  await followLinks(app.plugin, (link) => opened.push(link));
  for (const url of ["scanhook://scan-nfc", "geo:48.2,16.4", "scanhook://scan-nfc"]) {
    app.emit("appUrlOpen", { url });
  }
  expect(opened).toEqual(["scanhook://scan-nfc", "geo:48.2,16.4", "scanhook://scan-nfc"]);
});

test("Android's way back leads through the screens and then out of the app", async () => {
  const app = fakeApp();
  let back = 0;
  await followBack(app.plugin, () => (back += 1));
  app.emit("backButton", { canGoBack: true });
  expect([back, app.minimized]).toEqual([1, 0]);
  app.emit("backButton", { canGoBack: false });
  expect([back, app.minimized]).toEqual([1, 1]);
});

function fakeApp() {
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
