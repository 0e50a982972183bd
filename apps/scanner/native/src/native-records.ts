import type { NfcTag, NdefRecord as PluginRecord } from "@capgo/capacitor-nfc";
import type { NdefRecord, TagTechnology } from "@scanhook/tags";
import type { DetectedTag } from "../../src/readers/nfc/transport.ts";

/** The radio standards by the names of Android's classes and of Core NFC's protocols. */
const technologies: Record<string, TagTechnology> = {
  "android.nfc.tech.NfcA": "iso14443",
  "android.nfc.tech.NfcB": "iso14443",
  "android.nfc.tech.NfcF": "felica",
  "android.nfc.tech.NfcV": "iso15693",
  NFCMiFareTag: "iso14443",
  NFCISO7816Tag: "iso14443",
  NFCFeliCaTag: "felica",
  NFCISO15693Tag: "iso15693",
};

/**
 * Converts a tag of the plugin. Returns undefined if it has neither a UID nor a message. The byte
 * order of an ISO 15693 UID depends on the platform: least significant byte first on Android, most
 * significant byte first on iOS.
 */
export function toDetectedTag({ id, ndefMessage, techTypes }: NfcTag): DetectedTag | undefined {
  const uid = (id ?? []).map((byte) => byte.toString(16).padStart(2, "0")).join(":");
  if (uid === "" && !ndefMessage) return undefined;
  const technology = techTypes?.map((name) => technologies[name]).find(Boolean);
  return { uid, technology, records: (ndefMessage ?? []).map(toRecord) };
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
