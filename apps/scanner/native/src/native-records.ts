import type { NfcTag, NdefRecord as PluginRecord } from "@capgo/capacitor-nfc";
import type { NdefRecord } from "@scanhook/tags";
import type { SeenTag } from "../../src/readers/nfc/transport.ts";

/**
 * A tag as the plugin tells of it; undefined when it gave neither a UID nor a message. The order of the UID's bytes is
 * the platform's: least significant first for ISO 15693 on Android, most significant first on iOS.
 */
export function toSeenTag({ id, ndefMessage }: NfcTag): SeenTag | undefined {
  const uid = (id ?? []).map((byte) => byte.toString(16).padStart(2, "0")).join(":");
  if (uid === "" && !ndefMessage) return undefined;
  return { uid, records: (ndefMessage ?? []).map(toRecord) };
}

/** What to write; no records at all are one empty record, as an NDEF message cannot be without. */
export function toPluginRecords(records: readonly NdefRecord[]): PluginRecord[] {
  if (records.length === 0) return [{ tnf: 0, type: [], id: [], payload: [] }];
  return records.map(({ tnf, type, id, payload }) => ({
    tnf,
    type: [...type],
    id: [...id],
    payload: [...payload],
  }));
}

function toRecord({ tnf, type, id, payload }: PluginRecord): NdefRecord {
  return {
    tnf,
    type: Uint8Array.from(type ?? []),
    id: Uint8Array.from(id ?? []),
    payload: Uint8Array.from(payload ?? []),
  };
}
