import { parseTag } from "@scanhook/tags";
import { compatibilityIdentifier, nfcScan } from "@scanhook/webhook";
import { readTigerTag } from "../tag-content/read-tiger-tag.ts";
import type {
  CardReaders,
  Feedback,
  OpenCardReaders,
  ReaderEvent,
} from "../tag-readers/card-readers.ts";
import type { TagPassword } from "../tag-readers/ntag21x/password.ts";
import { openCardReaders } from "../tag-readers/pcsc/supervisor.ts";
import { readTagOnReader } from "../tag-readers/read-tag-on-reader.ts";
import type { TagContent, TagOnReader } from "../tag-readers/tag-on-reader.ts";
import type { KioskEvent, KioskScan } from "./events.ts";
import { createTagPresence } from "./tag-presence.ts";

export type TagSource = {
  /** Resolves when no reader can be used in this process, because the PC/SC library is missing. */
  ended: Promise<void>;
  /**
   * Makes the reader beep. Resolves to false if the reader cannot beep or is not used for tags.
   */
  giveFeedback(reader: string, feedback: Feedback): Promise<boolean>;
  close(): void;
};

/**
 * Scans every tag that is put on a PC/SC reader: on any reader, or on those whose name contains
 * `wantedReader`. `password` opens an NTAG21x that hides its content.
 */
export function openTagSource(
  wantedReader: string | undefined,
  onScan: (scan: KioskScan) => Promise<void>,
  onEvent: (event: KioskEvent) => void,
  {
    open = openCardReaders as OpenCardReaders,
    presence = createTagPresence(),
    password = undefined as TagPassword | undefined,
  } = {},
): TagSource {
  const ended = Promise.withResolvers<void>();
  const usedReaders = new Set<string>();
  const isWanted = (reader: string) =>
    wantedReader === undefined || reader.toLowerCase().includes(wantedReader.toLowerCase());

  function onReaderEvent(event: ReaderEvent) {
    if ("reader" in event && !isWanted(event.reader)) {
      if (event.kind === "reader") onEvent({ kind: "ignored", reader: event.reader });
      return;
    }
    switch (event.kind) {
      case "service":
        return onEvent(event);
      case "no-service":
        onEvent(event);
        return event.final ? ended.resolve() : undefined;
      case "reader":
        usedReaders.add(event.reader);
        presence.readerReturned(event.reader);
        return onEvent(event);
      case "reader-gone":
        return onEvent(event);
      case "card-gone":
        return presence.recordRemoved(event.reader);
      case "mute":
        return reportUnread(event.reader, sentences.mute);
      case "card":
        return void scanTag(event.reader);
    }
  }

  async function scanTag(reader: string) {
    const result = await readers.use(reader, (card) => readTagOnReader(card, password));
    if (!result.ok) return reportUnread(reader, result.reason);
    const tag = result.value;
    const scan = toKioskScan(tag, reader);
    const { identifier, content } = scan.scan;
    const uid = identifier === compatibilityIdentifier ? undefined : identifier;
    // Checks the UID before the content, because the content of a tag that was already sent may be
    // incomplete when it is read again.
    if (presence.isSame(reader, uid)) return presence.recordPlaced(reader, uid);
    if (tag.content.kind === "gone") return reportUnread(reader, tag.content.reason);
    presence.recordPlaced(reader, uid);
    if (uid !== undefined || content !== "") return onScan(scan);
    reportUnread(reader, scan.note ?? sentences.nothing);
  }

  /** Reports a tag that was not read, unless a scanned tag is being taken off the reader. */
  function reportUnread(reader: string, reason: string) {
    if (!presence.isAnyPresent(reader)) onEvent({ kind: "unread", reader, reason });
  }

  const readers: CardReaders = open(onReaderEvent);
  return {
    ended: ended.promise,
    giveFeedback: async (reader, feedback) =>
      usedReaders.has(reader) && readers.giveFeedback(reader, feedback),
    close: () => readers.close(),
  };
}

function toKioskScan({ uid, content }: TagOnReader, reader: string): KioskScan {
  const message = content.kind === "ndef" ? content.message : undefined;
  const reading =
    content.kind === "tigerTag"
      ? readTigerTag(uid, content.userMemory)
      : parseTag({ uid, message });
  const note = reading.damage ?? describeProblem(content);
  return { scan: nfcScan(reading), reader, note, spool: reading.spool };
}

function describeProblem(content: TagContent): string | undefined {
  if (content.kind === "damaged" || content.kind === "unreadable") return content.reason;
}

const sentences = {
  mute: "The tag on the reader does not respond: put it on again, flat and in the middle, one tag at a time.",
  nothing: "The tag shows neither an identifier nor any content, so there is nothing to send.",
};
