/**
 * The members of Web NFC (W3C Web NFC, 8) that are used. TypeScript lacks them because only Chrome
 * on Android has it.
 */
export type WebNfcReader = EventTarget & {
  scan(options: { signal: AbortSignal }): Promise<void>;
  write(
    message: { records: WebNfcRecordInit[] },
    options: { signal: AbortSignal; overwrite: boolean },
  ): Promise<void>;
  makeReadOnly(options: { signal: AbortSignal }): Promise<void>;
};

export type WebNfcReadingEvent = Event & {
  serialNumber: string;
  message: { records: readonly WebNfcRecord[] };
};

export type WebNfcRecord = {
  recordType: string;
  mediaType: string | null;
  id: string | null;
  encoding: string | null;
  lang: string | null;
  data: DataView | null;
  toRecords(): readonly WebNfcRecord[] | null;
};

export type WebNfcRecordInit = {
  recordType: string;
  mediaType?: string;
  id?: string;
  encoding?: string;
  lang?: string;
  data?: string | Uint8Array<ArrayBuffer> | { records: WebNfcRecordInit[] };
};
