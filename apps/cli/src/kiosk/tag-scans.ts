import { readTag } from "@scanhook/tags";
import { compatibilityIdentifier, nfcScan } from "@scanhook/webhook";
import type {
  CardReaders,
  OpenCardReaders,
  ReaderEvent,
  Signal,
} from "../tag-readers/card-readers.ts";
import { openCardReaders } from "../tag-readers/pcsc/supervisor.ts";
import { readTagOnReader } from "../tag-readers/read-tag.ts";
import type { TagContent, TagOnReader } from "../tag-readers/tag-on-reader.ts";
import type { Found, News } from "./news.ts";
import { createResting } from "./resting.ts";

export type TagScans = {
  /** Resolves when no reader can ever be used: the library for them is missing. */
  over: Promise<void>;
  /** Beeps where the reader can; false where it cannot, and for readers that are not for tags. */
  signal(reader: string, signal: Signal): Promise<boolean>;
  close(): void;
};

/** Makes a scan of every tag that is put on a PC/SC reader; of all readers, or those whose name contains `wanted`. */
export function followTags(
  wanted: string | undefined,
  take: (found: Found) => Promise<void>,
  tell: (news: News) => void,
  { open = openCardReaders as OpenCardReaders, resting = createResting() } = {},
): TagScans {
  const over = Promise.withResolvers<void>();
  const used = new Set<string>();
  const isWanted = (reader: string) =>
    wanted === undefined || reader.toLowerCase().includes(wanted.toLowerCase());

  function heard(event: ReaderEvent) {
    if ("reader" in event && !isWanted(event.reader)) {
      return event.kind === "reader" ? tell({ kind: "ignored", reader: event.reader }) : undefined;
    }
    switch (event.kind) {
      case "service":
        return tell(event);
      case "no-service":
        tell(event);
        return event.final ? over.resolve() : undefined;
      case "reader":
        used.add(event.reader);
        resting.returns(event.reader);
        return tell(event);
      case "reader-gone":
        return tell(event);
      case "card-gone":
        return resting.leaves(event.reader);
      case "mute":
        return unread(event.reader, sentences.mute);
      case "card":
        return void scan(event.reader);
    }
  }

  async function scan(reader: string) {
    const read = await readers.use(reader, readTagOnReader);
    if (!read.ok) return unread(reader, read.reason);
    const tag = read.value;
    const found = toFound(tag, reader);
    const { identifier, content } = found.scan;
    const uid = identifier === compatibilityIdentifier ? undefined : identifier;
    if (resting.isSame(reader, uid)) return resting.lies(reader, uid);
    if (tag.content.kind === "gone") return unread(reader, tag.content.reason);
    resting.lies(reader, uid);
    if (uid !== undefined || content !== "") return take(found);
    unread(reader, found.note ?? sentences.nothing);
  }

  /** A scanned tag that is lost on its way off the reader is no news. */
  function unread(reader: string, reason: string) {
    if (!resting.isStill(reader)) tell({ kind: "unread", reader, reason });
  }

  const readers: CardReaders = open(heard);
  return {
    over: over.promise,
    signal: async (reader, signal) => used.has(reader) && readers.signal(reader, signal),
    close: () => readers.close(),
  };
}

function toFound({ uid, content }: TagOnReader, reader: string): Found {
  const message = content.kind === "ndef" ? content.message : undefined;
  const reading = readTag({ uid, ...(message && { message }) });
  const note = reading.damage ?? whatIsAmiss(content);
  return { scan: nfcScan(reading), reader, ...(note !== undefined && { note }) };
}

function whatIsAmiss(content: TagContent): string | undefined {
  if (content.kind === "damaged" || content.kind === "unreadable") return content.reason;
}

const sentences = {
  mute: "Something lies on the reader that does not answer: put it on again, flat and in the middle, one tag at a time.",
  nothing: "The tag shows neither an identifier nor any content, so there is nothing to send.",
};
