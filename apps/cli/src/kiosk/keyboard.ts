import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants } from "node:fs/promises";
import type { Device, OpenDeviceResult } from "./devices.ts";
import { decodeKeyEvents } from "./key-events.ts";

/**
 * Creates the device of a scanner that types like a keyboard. `path` is its input device on Linux,
 * such as /dev/input/by-id/…-event-kbd.
 */
export function createKeyboardDevice(path: string): Device {
  return {
    name: path,
    async open(signal) {
      try {
        await access(path, constants.R_OK);
      } catch (error) {
        return describeFailure(path, (error as NodeJS.ErrnoException).code);
      }
      return { ok: true, bytes: decodeKeyEvents(readDevice(path, signal)) };
    },
  };
}

/**
 * Reads the device in a separate process, because a read blocks until a key is pressed. In this
 * process it would occupy one of Node's few file threads, and would keep Node from exiting.
 */
async function* readDevice(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const child = spawn("cat", ["--", path], { stdio: ["ignore", "pipe", "ignore"], signal });
  const started = once(child, "spawn");
  // Aborting the signal is reported as an error, but it is the usual way to end.
  child.on("error", () => undefined);
  try {
    await started;
    yield* child.stdout as AsyncIterable<Uint8Array>;
  } catch {
    // The process could not be started or was ended. Either way no more keys follow.
  } finally {
    child.kill();
  }
}

function describeFailure(path: string, code: string | undefined): OpenDeviceResult {
  if (code === "ENOENT") {
    const reason = `${path} does not exist; it is used as soon as it is plugged in.`;
    return { ok: false, reason, absent: true };
  }
  const reason =
    code === "EACCES" || code === "EPERM"
      ? `${path} may not be read by this user; add it to the group input ("sudo adduser USER input") and start again.`
      : `${path} cannot be read (${code}).`;
  return { ok: false, reason };
}
