import { parseCapturedRoom } from "@scanhook/rooms";
import type { RoomCapture } from "../../src/platform/system-captures.ts";

/** The plugin in ios/RoomCapturePlugin.swift. */
export type RoomCapturePlugin = {
  isSupported(): Promise<{ isSupported: boolean }>;
  /** Without a room if the person gave up. */
  scan(): Promise<{ room?: string }>;
};

/** Returns RoomPlan behind the interface of the app. */
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
