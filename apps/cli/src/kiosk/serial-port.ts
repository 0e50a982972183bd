import type { SerialPort } from "serialport";
import type { Device, Opened } from "./devices.ts";

type Library = typeof import("serialport");

/** A scanner at a serial port, or one that looks like it on USB. Without a rate it is that of most scanners. */
export function parseSerial(text: string): { path: string; baudRate: number } | undefined {
  const [, path, rate = "9600"] = /^([^:].*?)(?::(\d+))?$/.exec(text) ?? [];
  const baudRate = Number(rate);
  return path !== undefined && baudRate >= 50 && baudRate <= 4_000_000
    ? { path, baudRate }
    : undefined;
}

/** The library is optional: it is loaded here and only when a port is named. */
export function serialPort(
  { path, baudRate }: { path: string; baudRate: number },
  load: () => Promise<Library> = () => import("serialport"),
): Device {
  return {
    name: path,
    async open(signal) {
      let library: Library;
      try {
        library = await load();
      } catch {
        return { ok: false, reason: noLibrary, final: true };
      }
      return open(new library.SerialPort({ path, baudRate, autoOpen: false }), signal);
    },
  };
}

function open(port: SerialPort, signal: AbortSignal): Promise<Opened> {
  const close = () => port.close(() => undefined);
  // An unplugged scanner shows in the end of its bytes.
  port.on("error", () => undefined);
  return new Promise((resolve) =>
    port.open((error) => {
      if (error) return resolve(whyNot(port.path, error.message));
      if (signal.aborted) close();
      signal.addEventListener("abort", close);
      port.on("close", () => signal.removeEventListener("abort", close));
      resolve({ ok: true, bytes: untilClosed(port) });
    }),
  );
}

async function* untilClosed(port: SerialPort): AsyncGenerator<Uint8Array> {
  try {
    yield* port as AsyncIterable<Uint8Array>;
  } catch {
    // Unplugged; what came before is complete.
  }
}

function whyNot(path: string, message: string): Opened {
  const refuse = (reason: string): Opened => ({ ok: false, reason });
  if (/permission|access denied/i.test(message)) {
    return refuse(
      `${path} may not be read by this user; on Linux add it to the group dialout ("sudo adduser USER dialout") and start again.`,
    );
  }
  if (/no such file|file not found/i.test(message)) {
    const reason = `${path} is not there; it is used as soon as the scanner is plugged in.`;
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
