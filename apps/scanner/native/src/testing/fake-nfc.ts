import type { NdefRecord, NfcEvent, NfcTag, WriteTagOptions } from "@capgo/capacitor-nfc";
import type { NfcPlugin } from "../nfc-session.ts";

/**
 * Creates a phone that records every call of the plugin and emits the same events as the native
 * sides of the plugin.
 */
export function createFakePhone() {
  const calls: string[] = [];
  const listeners = new Map<string, Set<(event: never) => void>>();
  const refusals = new Map<string, unknown[]>();
  let status: "NFC_OK" | "NO_NFC" = "NFC_OK";
  let lastTag: NfcTag | undefined;
  let written: NdefRecord[] | undefined;

  const record = (call: string) => {
    calls.push(call);
    const error = refusals.get(call.split(" ")[0] ?? "")?.shift();
    if (error !== undefined) throw error;
  };
  const emit = (name: string, event: object) => {
    for (const listener of listeners.get(name) ?? []) listener(event as never);
  };

  const plugin: NfcPlugin = {
    async startScanning(options) {
      record(`startScanning ${options?.iosSessionType}`);
      lastTag = undefined;
    },
    async stopScanning() {
      record("stopScanning");
      lastTag = undefined;
    },
    async write({ records }: WriteTagOptions) {
      record("write");
      if (!lastTag) throw new Error("No active NFC session or tag.");
      written = records;
    },
    async makeReadOnly() {
      record("makeReadOnly");
    },
    async getStatus() {
      return { status };
    },
    async addListener(name: string, listener: (event: never) => void) {
      const registered = listeners.get(name) ?? new Set();
      listeners.set(name, registered.add(listener));
      return {
        async remove() {
          registered.delete(listener);
        },
      };
    },
  };

  return {
    plugin,
    calls,
    /** The records that were written last. */
    get written() {
      return written;
    },
    /** Holds a tag to the phone. */
    hold(tag: NfcTag, type: NfcEvent["type"] = "ndef") {
      lastTag = tag;
      emit("nfcEvent", { type, tag } satisfies NfcEvent);
    },
    end() {
      emit("nfcSessionEnd", { reason: "userCancelled" });
    },
    switchNfc(enabled: boolean) {
      emit("nfcStateChange", { status: enabled ? "NFC_OK" : "NFC_DISABLED", enabled });
    },
    /** Makes the next calls of a method fail with these errors, one after another. */
    refuse(call: keyof NfcPlugin, ...errors: unknown[]) {
      refusals.set(call, errors);
    },
    removeChip() {
      status = "NO_NFC";
    },
  };
}

/** Creates an error like those that Capacitor rejects calls with. */
export function createRefusal(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
