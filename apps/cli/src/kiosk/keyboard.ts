import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants } from "node:fs/promises";
import type { Device, Opened } from "./devices.ts";
import { typed } from "./key-events.ts";

/** A keyboard of its own for a scanner that types, as Linux shows it: /dev/input/by-id/…-event-kbd. */
export function keyboard(path: string): Device {
  return {
    name: path,
    async open(signal) {
      try {
        await access(path, constants.R_OK);
      } catch (error) {
        return whyNot(path, (error as NodeJS.ErrnoException).code);
      }
      return { ok: true, bytes: typed(readDevice(path, signal)) };
    },
  };
}

/**
 * Read by a process of its own: reading waits until a key is pressed, and would keep one of Node's few threads for
 * files busy all that time, and Node itself from ending.
 */
async function* readDevice(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const child = spawn("cat", ["--", path], { stdio: ["ignore", "pipe", "ignore"], signal });
  const started = once(child, "spawn");
  // Aborting is how it ends.
  child.on("error", () => undefined);
  try {
    await started;
    yield* child.stdout as AsyncIterable<Uint8Array>;
  } catch {
    // It could not be started, or was ended; either way there are no more keys.
  } finally {
    child.kill();
  }
}

function whyNot(path: string, code: string | undefined): Opened {
  if (code === "ENOENT") {
    const reason = `${path} is not there; it is used as soon as it is plugged in.`;
    return { ok: false, reason, absent: true };
  }
  const reason =
    code === "EACCES" || code === "EPERM"
      ? `${path} may not be read by this user; add it to the group input ("sudo adduser USER input") and start again.`
      : `${path} cannot be read (${code}).`;
  return { ok: false, reason };
}
