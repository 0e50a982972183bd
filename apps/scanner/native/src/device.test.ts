import { randomBytes } from "node:crypto";
import type { AppPlugin, BackButtonListener, URLOpenListener } from "@capacitor/app";
import { ImpactStyle, NotificationType } from "@capacitor/haptics";
import { expect, test } from "vitest";
import { createFeedback } from "../../src/scanning/feedback.ts";
import { keepAwake } from "../../src/wake-lock.ts";
import { createSaveFiles, type FileSheetPlugin, showFile } from "./file-sheet.ts";
import { createHomeShortcuts } from "./home-shortcuts.ts";
import { followBack, followLinks } from "./links.ts";
import { createScreenLock } from "./screen-lock.ts";
import { followShares, type SharedContent } from "./share-target.ts";
import { createVibrate } from "./vibrate.ts";
import { createVoice } from "./voice.ts";

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
    "ask",
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
    { duration: 350 },
    { duration: 900 },
  ]);
});

/** Creates a sheet that keeps the bytes of all files, like the plugins. */
function createFakeSheet() {
  const written = new Map<string, Buffer>();
  const offered: { type: string; files: [string, Buffer | undefined][] }[] = [];
  const sheet: FileSheetPlugin = {
    async append({ name, base64, isFirst }) {
      const before = isFirst ? Buffer.alloc(0) : written.get(name)!;
      written.set(name, Buffer.concat([before, Buffer.from(base64, "base64")]));
    },
    async offer({ names, type }) {
      offered.push({ type, files: names.map((name) => [name, written.get(name)]) });
    },
    async show({ name }) {
      offered.push({ type: "shown", files: [[name, written.get(name)]] });
    },
  };
  return { sheet, offered };
}

test("files are offered in one sheet with all of their bytes, also empty and large ones", async () => {
  const { sheet, offered } = createFakeSheet();
  const fail = () => expect.unreachable();
  const large = randomBytes(2_000_000);
  const pictures = [large, randomBytes(10), Buffer.alloc(0)].map(
    (bytes, index) => new File([bytes], `page-${index}.png`, { type: "image/png" }),
  );
  createSaveFiles(sheet, fail)(pictures);
  await expect.poll(() => offered.length).toBe(1);
  expect(offered[0]?.type).toBe("image/png");
  expect(offered[0]?.files.map(([name]) => name)).toEqual([
    "page-0.png",
    "page-1.png",
    "page-2.png",
  ]);
  expect(offered[0]?.files[0]?.[1]?.equals(large)).toBe(true);
  expect(offered[0]?.files.map(([, bytes]) => bytes?.length)).toEqual([2_000_000, 10, 0]);
  createSaveFiles(
    sheet,
    fail,
  )([new File(["ä,b"], "page-0.png", { type: "text/csv;charset=utf-8" })]);
  await expect
    .poll(() => offered[1])
    .toEqual({
      type: "text/csv",
      files: [["page-0.png", Buffer.from("ä,b")]],
    });
});

test("a file is shown with all of its bytes", async () => {
  const { sheet, offered } = createFakeSheet();
  const model = randomBytes(2_000_000);
  await showFile(sheet, new File([model], "vase.usdz"));
  expect(offered).toEqual([{ type: "shown", files: [["vase.usdz", model]] }]);
});

test("files that cannot be written are reported once", async () => {
  let failureCount = 0;
  const { sheet, offered } = createFakeSheet();
  const append = () => Promise.reject(new Error("The file could not be written."));
  createSaveFiles({ ...sheet, append }, () => (failureCount += 1))([new File(["a"], "a.csv")]);
  await expect.poll(() => failureCount).toBe(1);
  expect(offered).toEqual([]);
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

test("what other apps share reaches the app as the form of a share target", async () => {
  let share: (content: SharedContent) => void = () => expect.unreachable();
  const events: unknown[] = [];
  await followShares(
    {
      async addListener(_name, listener) {
        share = listener;
        return { remove: async () => {} };
      },
      clear: async () => void events.push("clear"),
    },
    {
      read: async (path) => (path === "/gone" ? Promise.reject(new Error()) : new Blob([path])),
      keep: async (form) => {
        const pictures = (form.getAll("pictures") as File[]).map(({ name, type }) => [name, type]);
        events.push([form.get("text"), form.get("title"), pictures]);
      },
      open: () => events.push("open"),
      onFailure: (count) => events.push(count),
    },
  );
  const picture = { path: "/1", name: "shelf.jpg", type: "image/jpeg" };
  const gone = { path: "/gone", name: "gone.png", type: "image/png" };
  share({ files: [picture], failed: 0, text: "", title: "A shelf" });
  await expect.poll(() => events).toHaveLength(3);
  share({ files: [gone], failed: 1, text: "https://example.com/", title: "" });
  await expect.poll(() => events).toHaveLength(7);
  expect(events).toEqual([
    ["", "A shelf", [["shelf.jpg", "image/jpeg"]]],
    "clear",
    "open",
    ["https://example.com/", "", []],
    "clear",
    "open",
    2,
  ]);
});

test("a phone without a voice and a launcher without shortcuts cause no uncaught error", async () => {
  const refuse = () => Promise.reject(new Error("UNAVAILABLE"));
  createVoice({ speak: refuse }).speak("in. Ada Lovelace", "en");
  const shortcuts = createHomeShortcuts({ isSupported: refuse, pin: refuse });
  await expect(shortcuts.pin({ id: "scan-nfc", icon: "nfc" })).rejects.toThrow("UNAVAILABLE");
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
