import { parseCapturedRoom } from "@scanhook/rooms";
import type { RoomCapture } from "../../src/platform/system-captures.ts";

/** The plugin in ios/RoomCapturePlugin.swift. */
export type RoomCapturePlugin = {
  isSupported(): Promise<{ isSupported: boolean }>;
  /** Scans a room. Returns it as the JSON of `CapturedRoom`, or no `room` if the person gave up. */
  scan(): Promise<{ room?: string }>;
};

/** Adapts RoomPlan to the interface of the app. `scan` rejects if the room has no walls. */
export function createRoomCapture(plugin: RoomCapturePlugin): RoomCapture {
  return {
    isSupported: async () => (await plugin.isSupported()).isSupported,
    async scan() {
      const { room } = await plugin.scan();
      if (room === undefined) return undefined;
      const capture = parseCapturedRoom(room);
      if (!capture) throw new Error("the room has no walls");
      return capture;
    },
  };
}
