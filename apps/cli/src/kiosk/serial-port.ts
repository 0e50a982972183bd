import type { SerialPort } from "serialport";
import { describeMissingPackage } from "../missing-package.ts";
import type { Device, OpenDeviceResult } from "./devices.ts";

type Library = typeof import("serialport");

/**
 * Parses a serial port and its rate, `PORT[:BAUD]`. The default is 9600 baud, as of most scanners.
 * Returns undefined for any other text.
 */
export function parseSerialPort(text: string): { path: string; baudRate: number } | undefined {
  const [, path, rate = "9600"] = /^([^:].*?)(?::(\d+))?$/.exec(text) ?? [];
  const baudRate = Number(rate);
  return path !== undefined && baudRate >= 50 && baudRate <= 4_000_000
    ? { path, baudRate }
    : undefined;
}

/**
 * Creates the device of a scanner on a serial port. The package serialport is optional, so it is
 * loaded only when a port is opened.
 */
export function createSerialDevice(
  { path, baudRate }: { path: string; baudRate: number },
  load: () => Promise<Library> = () => import("serialport"),
): Device {
  return {
    name: path,
    async open(signal) {
      let library: Library;
      try {
        library = await load();
      } catch (error) {
        // The package is not installed, or not for this system.
        const reason = (await describeMissingPackage(error)) ?? noLibrary;
        return { ok: false, reason, final: true };
      }
      return openPort(new library.SerialPort({ path, baudRate, autoOpen: false }), signal);
    },
  };
}

function openPort(port: SerialPort, signal: AbortSignal): Promise<OpenDeviceResult> {
  const close = () => port.close(() => undefined);
  // Errors need no handling: an unplugged scanner also ends its bytes.
  port.on("error", () => undefined);
  return new Promise((resolve) =>
    port.open((error) => {
      if (error) return resolve(describeFailure(port.path, error.message));
      if (signal.aborted) close();
      signal.addEventListener("abort", close);
      port.on("close", () => signal.removeEventListener("abort", close));
      resolve({ ok: true, bytes: readUntilClosed(port) });
    }),
  );
}

async function* readUntilClosed(port: SerialPort): AsyncGenerator<Uint8Array> {
  try {
    yield* port as AsyncIterable<Uint8Array>;
  } catch {
    // The scanner was unplugged. The bytes received before are complete.
  }
}

function describeFailure(path: string, message: string): OpenDeviceResult {
  const refuse = (reason: string): OpenDeviceResult => ({ ok: false, reason });
  if (/permission|access denied/i.test(message)) {
    return refuse(
      `${path} may not be read by this user; on Linux add it to the group dialout ("sudo adduser USER dialout") and start again.`,
    );
  }
  if (/no such file|file not found/i.test(message)) {
    const reason = `${path} does not exist; it is used as soon as the scanner is plugged in.`;
    return { ok: false, reason, absent: true };
  }
  return refuse(
    /lock/i.test(message)
      ? `${path} is in use by another program; close that one.`
      : `${path} cannot be opened (${message}).`,
  );
}

const noLibrary =
  'Serial scanners need the package serialport, which is not installed for this system: run "npm install" in the folder of Scanhook without leaving out optional packages.';
