import type { NfcTag, NdefRecord as PluginRecord } from "@capgo/capacitor-nfc";
import type { NdefRecord } from "@scanhook/tags";
import type { DetectedTag } from "../../src/readers/nfc/transport.ts";

/**
 * Converts a tag of the plugin. Returns undefined if it has neither a UID nor a message. The byte
 * order of an ISO 15693 UID depends on the platform: least significant byte first on Android, most
 * significant byte first on iOS.
 */
export function toDetectedTag({ id, ndefMessage }: NfcTag): DetectedTag | undefined {
  const uid = (id ?? []).map((byte) => byte.toString(16).padStart(2, "0")).join(":");
  if (uid === "" && !ndefMessage) return undefined;
  return { uid, records: (ndefMessage ?? []).map(toRecord) };
}

/**
 * Converts the records to write. Without records, returns an empty record, because an NDEF message
 * has at least one.
 */
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
