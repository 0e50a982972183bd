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
 * Runs in the page before its own scripts, so it cannot use anything from outside. Chromium's own NDEFReadingEvent and
 * NDEFMessage parse records and check what is written. Only the parts that need hardware are replaced, and they behave as in
 * Chrome on Android: a tag in the field is read immediately, also by a new scan; a tag on which an operation failed is not
 * seen again until it is placed again; the question for permission appears only after a tap.
 */
export function standIn(given: FakePhone): void {
  const { NDEFReader, NDEFMessage, NDEFReadingEvent } = globalThis as unknown as WebNfcClasses;
  const phone: FakePhone = given;
  const readers = new Set<WebNfcReader>();
  let field: FakeTag | undefined;
  /** The tag in the field, unless an operation on it failed. */
  let seen: FakeTag | undefined;
  let waiting: ((tag: FakeTag) => void) | undefined;

  const status = Object.assign(new EventTarget(), { name: "nfc", onchange: null });
  Object.defineProperty(status, "state", { get: () => phone.permission });
  const query = Permissions.prototype.query;
  Permissions.prototype.query = async function (descriptor) {
    const isNfc = (descriptor.name as string) === "nfc";
    return isNfc ? (status as unknown as PermissionStatus) : query.call(this, descriptor);
  };

  const ready = async (signal?: AbortSignal) => {
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
    const fails = tag.ndef === false || tag.loseAt === "read";
    if (fails) seen = undefined;
    for (const reader of [...readers]) {
      if (fails) {
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
        waiting = undefined;
        try {
          if (tag.ndef === false) {
            throw new DOMException("This tag is not supported.", "NotSupportedError");
          }
          work(tag);
          resolve();
        } catch (error) {
          seen = undefined;
          reject(error);
        }
      };
      signal?.addEventListener("abort", () => {
        if (waiting === serve) waiting = undefined;
        reject(signal.reason);
      });
      if (seen) serve(seen);
      else waiting = serve;
    });

  const lose = (doing: string): never => {
    throw new DOMException(`Failed to ${doing} because the tag is lost: null`, "NetworkError");
  };

  NDEFReader.prototype.scan = async function ({ signal }) {
    if (readers.has(this)) {
      throw new DOMException("A scan() operation is ongoing.", "InvalidStateError");
    }
    await ready(signal);
    readers.add(this);
    signal?.addEventListener("abort", () => readers.delete(this));
    // After the page has noticed that the scan began.
    setTimeout(() => seen && readers.has(this) && read(seen));
  };

  NDEFReader.prototype.write = async (message, { signal }) => {
    const { records } = structuredClone(message);
    const size = sizeOf(new NDEFMessage(message).records);
    await ready(signal);
    await onNextTag(signal, (tag) => {
      if (tag.loseAt === "write") lose("write");
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
    await ready(signal);
    await onNextTag(signal, (tag) => {
      if (tag.loseAt === "lock") lose("make read-only");
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
  const sizeOf = (records: readonly WebNfcRecord[]): number =>
    records.reduce((sum, record) => {
      const payload = payloadSize(record);
      const idBytes = record.id ? record.id.length + 1 : 0;
      return sum + (payload > 255 ? 6 : 3) + typeSize(record) + idBytes + payload;
    }, 0);

  const typeSize = ({ recordType, data, mediaType }: WebNfcRecord): number => {
    if (recordType === "empty" || recordType === "unknown") return 0;
    if (recordType === "mime") return mediaType?.length ?? 0;
    if (recordType === "absolute-url") return data?.byteLength ?? 0;
    const known: Record<string, number> = { url: 1, text: 1, "smart-poster": 2 };
    return known[recordType] ?? recordType.replace(/^:/, "").length;
  };

  const payloadSize = (record: WebNfcRecord): number => {
    const bytes = record.data?.byteLength ?? 0;
    switch (record.recordType) {
      case "absolute-url":
        return 0;
      case "url":
        return bytes + 1 - abbreviated(record.data);
      case "text":
        return bytes + 1 + (record.lang?.length ?? 0);
      case "smart-poster":
        return sizeOf(record.toRecords() ?? []);
      default:
        return bytes;
    }
  };

  /** Returns the length of the prefix that a URI record abbreviates, for the prefixes that are used here. */
  const abbreviated = (data: DataView | null): number => {
    const url = data ? new TextDecoder().decode(data) : "";
    return /^(https?:\/\/(www\.)?|tel:|mailto:)/.exec(url)?.[0].length ?? 0;
  };

  const fakeNfc: FakeNfc = {
    place(tag) {
      field = tag;
      seen = tag;
      if (!tag) return;
      read(tag);
      // A read may have failed on this tag.
      if (waiting && (seen || tag.ndef === false)) waiting(tag);
    },
    get tag() {
      return field;
    },
    change(changed) {
      Object.assign(phone, changed);
      if (changed.permission) status.dispatchEvent(new Event("change"));
    },
    get scans() {
      return readers.size;
    },
  };
  Object.assign(globalThis, { fakeNfc });
}
