import { setTimeout as wait } from "node:timers/promises";
import type { News } from "./news.ts";

/** Something with a scanner behind it that gives bytes while it is plugged in. */
export type Device = {
  name: string;
  /** The bytes end when the device goes, or `signal` is aborted. */
  open(signal: AbortSignal): Promise<Opened>;
};

/** `absent`: it is not plugged in. With `final` no attempt will ever succeed in this process. */
export type Opened =
  | { ok: true; bytes: AsyncIterable<Uint8Array> }
  | { ok: false; reason: string; absent?: boolean; final?: boolean };

/** Hands on what a device gives, opening it again each time it was away. Resolves when that is over for good. */
export async function followDevice(
  device: Device,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  tell: (news: News) => void,
  signal: AbortSignal,
  retryMs = 1000,
): Promise<void> {
  const reader = device.name;
  let told: string | undefined;
  let isKnownToBeGone = false;
  while (!signal.aborted) {
    const opened = await device.open(signal);
    if (signal.aborted) return;
    if (opened.ok) {
      told = undefined;
      tell({ kind: "reader", reader });
      await use(opened.bytes);
      if (signal.aborted) return;
      tell({ kind: "reader-gone", reader });
      isKnownToBeGone = true;
    } else {
      const { reason, absent = false, final = false } = opened;
      const isNews = reason !== told && !(absent && isKnownToBeGone);
      if (isNews) tell({ kind: "reader-gone", reader, reason, ...(final && { final }) });
      if (final) return;
      told = reason;
    }
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
