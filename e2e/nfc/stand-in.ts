import type {
  WebNfcReader,
  WebNfcRecord,
  WebNfcRecordInit,
} from "../../apps/scanner/src/readers/nfc/web-nfc-types.ts";
import type { FakeNfc, FakePhone, FakeTag } from "./fake-nfc.ts";

type WebNfcClasses = {
  NDEFReader: { prototype: WebNfcReader };
  NDEFMessage: new (init: { records: WebNfcRecordInit[] }) => { records: WebNfcRecord[] };
  NDEFReadingEvent: new (
    type: string,
    init: { serialNumber: string; message: { records: WebNfcRecordInit[] } },
  ) => Event;
};

/**
 * Runs in the page before its own scripts, so it cannot use anything from outside. Chromium's own
 * NDEFReadingEvent and NDEFMessage parse records and check what is written. Only the parts that
 * need hardware are replaced, and they behave as in Chrome on Android: a tag in the field is read
 * immediately, also by a new scan; a tag on which an operation failed is not seen again until it is
 * placed again; the question for permission appears only after a tap.
 */
export function standIn(phone: FakePhone): void {
  const { NDEFReader, NDEFMessage, NDEFReadingEvent } = globalThis as unknown as WebNfcClasses;
  const readers = new Set<WebNfcReader>();
  let field: FakeTag | undefined;
  /** The tag in the field, unless an operation on it failed. */
  let readableTag: FakeTag | undefined;
  let pendingOperation: ((tag: FakeTag) => void) | undefined;

  const permissionStatus = Object.assign(new EventTarget(), { name: "nfc", onchange: null });
  Object.defineProperty(permissionStatus, "state", { get: () => phone.permission });
  const originalQuery = Permissions.prototype.query;
  Permissions.prototype.query = async function (descriptor) {
    const isNfc = (descriptor.name as string) === "nfc";
    return isNfc
      ? (permissionStatus as unknown as PermissionStatus)
      : originalQuery.call(this, descriptor);
  };

  const checkAccess = async (signal?: AbortSignal) => {
    signal?.throwIfAborted();
    if (phone.permission === "prompt" && navigator.userActivation.isActive) {
      phone.permission = phone.answer;
    }
    await Promise.resolve();
    signal?.throwIfAborted();
    if (phone.permission !== "granted") {
      throw new DOMException("NFC permission request denied.", "NotAllowedError");
    }
    if (phone.nfc === "missing")
      throw new DOMException("NFC is not supported.", "NotSupportedError");
    if (phone.nfc === "off") throw new DOMException("NFC setting is disabled.", "NotReadableError");
    if (phone.nfc === "busy") {
      throw new DOMException("A scan() operation is ongoing.", "InvalidStateError");
    }
  };

  const read = (tag: FakeTag) => {
    if (readers.size === 0) return;
    const isUnreadable = tag.ndef === false || tag.loseAt === "read";
    if (isUnreadable) readableTag = undefined;
    for (const reader of [...readers]) {
      if (isUnreadable) {
        reader.dispatchEvent(new Event("readingerror"));
        continue;
      }
      const records = tag.records ?? [];
      const event = new NDEFReadingEvent("reading", {
        serialNumber: tag.serialNumber ?? "",
        message: { records: records.length > 0 ? records : [{ recordType: "empty" }] },
      });
      // The constructor requires a record, but a phone reports none for a blank tag.
      if (records.length === 0) Object.defineProperty(event, "message", { value: { records } });
      reader.dispatchEvent(event);
    }
  };

  /** Does `work` on the tag in the field, or on the next one. */
  const onNextTag = (signal: AbortSignal | undefined, work: (tag: FakeTag) => void) =>
    new Promise<void>((resolve, reject) => {
      const serve = (tag: FakeTag) => {
        pendingOperation = undefined;
        try {
          if (tag.ndef === false) {
            throw new DOMException("This tag is not supported.", "NotSupportedError");
          }
          work(tag);
          resolve();
        } catch (error) {
          readableTag = undefined;
          reject(error);
        }
      };
      signal?.addEventListener("abort", () => {
        if (pendingOperation === serve) pendingOperation = undefined;
        reject(signal.reason);
      });
      if (readableTag) serve(readableTag);
      else pendingOperation = serve;
    });

  const failAsLost = (operation: string): never => {
    throw new DOMException(`Failed to ${operation} because the tag is lost: null`, "NetworkError");
  };

  NDEFReader.prototype.scan = async function ({ signal }) {
    if (readers.has(this)) {
      throw new DOMException("A scan() operation is ongoing.", "InvalidStateError");
    }
    await checkAccess(signal);
    readers.add(this);
    signal?.addEventListener("abort", () => readers.delete(this));
    // After the page has noticed that the scan began.
    setTimeout(() => readableTag && readers.has(this) && read(readableTag));
  };

  NDEFReader.prototype.write = async (message, { signal }) => {
    const { records } = structuredClone(message);
    const size = measureRecords(new NDEFMessage(message).records);
    await checkAccess(signal);
    await onNextTag(signal, (tag) => {
      if (tag.loseAt === "write") failAsLost("write");
      if (tag.locked || size > (tag.capacity ?? Number.POSITIVE_INFINITY)) {
        throw new DOMException("Failed to write due to an IO error: null", "NetworkError");
      }
      tag.records = tag.corruptNextWrite
        ? [{ recordType: "text", lang: "en", data: "damaged" }]
        : records.filter(({ recordType }) => recordType !== "empty");
      tag.corruptNextWrite = false;
    });
  };

  NDEFReader.prototype.makeReadOnly = async ({ signal }) => {
    await checkAccess(signal);
    await onNextTag(signal, (tag) => {
      if (tag.loseAt === "lock") failAsLost("make read-only");
      if (tag.lockable === false) {
        throw new DOMException(
          "Failed to make read-only because the tag cannot be made read-only",
          "NotSupportedError",
        );
      }
      tag.locked = true;
    });
  };

  /** Returns the size of the records as an NDEF message in bytes. */
  const measureRecords = (records: readonly WebNfcRecord[]): number =>
    records.reduce((sum, record) => {
      const payload = measurePayload(record);
      const idBytes = record.id ? record.id.length + 1 : 0;
      return sum + (payload > 255 ? 6 : 3) + measureType(record) + idBytes + payload;
    }, 0);

  const measureType = ({ recordType, data, mediaType }: WebNfcRecord): number => {
    if (recordType === "empty" || recordType === "unknown") return 0;
    if (recordType === "mime") return mediaType?.length ?? 0;
    if (recordType === "absolute-url") return data?.byteLength ?? 0;
    const wellKnownSizes: Record<string, number> = { url: 1, text: 1, "smart-poster": 2 };
    return wellKnownSizes[recordType] ?? recordType.replace(/^:/, "").length;
  };

  const measurePayload = (record: WebNfcRecord): number => {
    const bytes = record.data?.byteLength ?? 0;
    switch (record.recordType) {
      case "absolute-url":
        return 0;
      case "url":
        return bytes + 1 - measureAbbreviation(record.data);
      case "text":
        return bytes + 1 + (record.lang?.length ?? 0);
      case "smart-poster":
        return measureRecords(record.toRecords() ?? []);
      default:
        return bytes;
    }
  };

  /**
   * Returns the length of the prefix that a URI record abbreviates, for the prefixes that are used
   * here.
   */
  const measureAbbreviation = (data: DataView | null): number => {
    const url = data ? new TextDecoder().decode(data) : "";
    return /^(https?:\/\/(www\.)?|tel:|mailto:)/.exec(url)?.[0].length ?? 0;
  };

  const fakeNfc: FakeNfc = {
    place(tag) {
      field = tag;
      readableTag = tag;
      if (!tag) return;
      read(tag);
      // A read may have failed on this tag.
      if (pendingOperation && (readableTag || tag.ndef === false)) pendingOperation(tag);
    },
    get tag() {
      return field;
    },
    change(changed) {
      Object.assign(phone, changed);
      if (changed.permission) permissionStatus.dispatchEvent(new Event("change"));
    },
    get scans() {
      return readers.size;
    },
  };
  Object.assign(globalThis, { fakeNfc });
}
