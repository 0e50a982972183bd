import type { NdefRecord, NfcEvent, NfcTag, WriteTagOptions } from "@capgo/capacitor-nfc";
import type { NfcPlugin } from "../nfc-session.ts";

/** A phone for tests: it notes every call of the plugin, and tells of tags as the plugin's native sides do. */
export function fakePhone() {
  const calls: string[] = [];
  const listeners = new Map<string, Set<(event: never) => void>>();
  const refusals = new Map<string, unknown[]>();
  let status: "NFC_OK" | "NO_NFC" = "NFC_OK";
  let lastTag: NfcTag | undefined;
  let written: NdefRecord[] | undefined;

  const note = (call: string) => {
    calls.push(call);
    const refusal = refusals.get(call.split(" ")[0] ?? "")?.shift();
    if (refusal !== undefined) throw refusal;
  };
  const emit = (name: string, event: object) => {
    for (const listener of listeners.get(name) ?? []) listener(event as never);
  };

  const plugin: NfcPlugin = {
    async startScanning(options) {
      note(`startScanning ${options?.iosSessionType}`);
      lastTag = undefined;
    },
    async stopScanning() {
      note("stopScanning");
      lastTag = undefined;
    },
    async write({ records }: WriteTagOptions) {
      note("write");
      if (!lastTag) throw new Error("No active NFC session or tag.");
      written = records;
    },
    async makeReadOnly() {
      note("makeReadOnly");
    },
    async getStatus() {
      return { status };
    },
    async addListener(name: string, listener: (event: never) => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return {
        async remove() {
          all.delete(listener);
        },
      };
    },
  };

  return {
    plugin,
    calls,
    /** What was written last. */
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
    /** The next such calls fail with these, one after the other. */
    refuse(call: keyof NfcPlugin, ...errors: unknown[]) {
      refusals.set(call, errors);
    },
    takeChip() {
      status = "NO_NFC";
    },
  };
}

/** As Capacitor rejects a call. */
export function refusal(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
