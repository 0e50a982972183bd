import { Capacitor, registerPlugin } from "@capacitor/core";
import type { SystemCaptures } from "../../src/platform/system-captures.ts";
import { createObjectCapture, type ObjectCapturePlugin } from "./object-capture.ts";
import { createRoomCapture, type RoomCapturePlugin } from "./room-capture.ts";

/** The plugin in android/ChromePlugin.java. */
type ChromePlugin = { open(page: { address: string }): Promise<{ isOpened: boolean }> };

/**
 * RoomPlan and Object Capture on an iPhone. On Android, `openInChrome` only, because its web views
 * have no WebXR.
 */
export const systemCaptures: SystemCaptures =
  Capacitor.getPlatform() === "ios" ? createIosCaptures() : createAndroidCaptures();

function createIosCaptures(): SystemCaptures {
  return {
    rooms: createRoomCapture(registerPlugin<RoomCapturePlugin>("RoomCapture")),
    objects: createObjectCapture(registerPlugin<ObjectCapturePlugin>("ObjectCapture"), readFile),
  };
}

function createAndroidCaptures(): SystemCaptures {
  const chrome = registerPlugin<ChromePlugin>("Chrome");
  return { openInChrome: async (address) => (await chrome.open({ address })).isOpened };
}

/** Reads a file of the phone from the server of the web view. */
async function readFile(file: string): Promise<Blob> {
  const response = await fetch(Capacitor.convertFileSrc(file));
  if (!response.ok) throw new Error(`the file was not read: ${response.status}`);
  return response.blob();
}
