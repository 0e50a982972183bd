import { setTimeout as wait } from "node:timers/promises";
import type { KioskEvent } from "./events.ts";

/** A serial port or keyboard with a scanner, which provides bytes while it is plugged in. */
export type Device = {
  name: string;
  /** The bytes end when the device is unplugged or `signal` is aborted. */
  open(signal: AbortSignal): Promise<OpenDeviceResult>;
};

/**
 * The bytes of an opened device, or why it was not opened. `absent`: the device is not plugged in.
 * `final`: no later attempt can succeed in this process.
 */
export type OpenDeviceResult =
  | { ok: true; bytes: AsyncIterable<Uint8Array> }
  | { ok: false; reason: string; absent?: boolean; final?: boolean };

/**
 * Passes the bytes of a device to `read`, and opens the device again after it was unplugged, every
 * `retryMs`. Resolves when the signal is aborted or a failure is final.
 */
export async function followDevice(
  device: Device,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  onEvent: (event: KioskEvent) => void,
  signal: AbortSignal,
  retryMs = 1000,
): Promise<void> {
  const reader = device.name;
  let reportedReason: string | undefined;
  let wasReportedGone = false;
  while (!signal.aborted) {
    const result = await device.open(signal);
    if (signal.aborted) return;
    if (result.ok) {
      reportedReason = undefined;
      onEvent({ kind: "reader", reader });
      await read(result.bytes);
      if (signal.aborted) return;
      onEvent({ kind: "reader-gone", reader });
      wasReportedGone = true;
    } else {
      const { reason, absent = false, final = false } = result;
      const isNew = reason !== reportedReason && !(absent && wasReportedGone);
      if (isNew) onEvent({ kind: "reader-gone", reader, reason, final: final || undefined });
      if (final) return;
      reportedReason = reason;
    }
    // Rejects when the signal is aborted; the loop ends then.
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
