import { Capacitor, registerPlugin } from "@capacitor/core";
import type { SystemCaptures } from "../../src/platform/system-captures.ts";
import { fileSheet, showFile } from "./file-sheet.ts";
import { createObjectCapture, type ObjectCapturePlugin } from "./object-capture.ts";
import { readPhoneFile } from "./read-phone-file.ts";
import { createRoomCapture, type RoomCapturePlugin } from "./room-capture.ts";

/** The plugin in android/ChromePlugin.java. */
type ChromePlugin = { open(page: { address: string }): Promise<{ isOpened: boolean }> };

/**
 * RoomPlan, Object Capture and Quick Look on an iPhone. On Android, `openInChrome` only, because
 * its web views have no WebXR.
 */
export const systemCaptures: SystemCaptures =
  Capacitor.getPlatform() === "ios" ? createIosCaptures() : createAndroidCaptures();

function createIosCaptures(): SystemCaptures {
  return {
    rooms: createRoomCapture(registerPlugin<RoomCapturePlugin>("RoomCapture")),
    showModel: (model) => showFile(fileSheet, model),
    objects: createObjectCapture(
      registerPlugin<ObjectCapturePlugin>("ObjectCapture"),
      readPhoneFile,
    ),
  };
}

function createAndroidCaptures(): SystemCaptures {
  const chrome = registerPlugin<ChromePlugin>("Chrome");
  return { openInChrome: async (address) => (await chrome.open({ address })).isOpened };
}
