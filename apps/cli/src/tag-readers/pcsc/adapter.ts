import type { Card, Client, Err } from "pcsc-mini";
import { type Trouble, tagGone } from "../card-readers.ts";
import { whyNoLibrary, whyNoService } from "./error-messages.ts";
import type {
  Connected,
  Connection,
  Opened,
  OpenService,
  Reply,
  Service,
  ServiceNews,
} from "./service.ts";

type Library = typeof import("pcsc-mini");

/** PC/SC through pcsc-mini, which is optional: it is loaded here and only when readers are asked for. */
export function openPcsc(
  heard: (news: ServiceNews) => void,
  load: () => Promise<Library> = () => import("pcsc-mini"),
): ReturnType<OpenService> {
  return load().then(
    (library) => open(library, heard),
    (error) => ({ ok: false, reason: whyNoLibrary(error), final: true }),
  );
}

function open(library: Library, heard: (news: ServiceNews) => void): Opened {
  const client = new library.Client();
  // The library tells of errors twice over when the service dies; it is lost only once.
  let over = false;
  client.on("error", (error) => {
    if (over) return;
    over = true;
    stop(client);
    heard({ kind: "lost", reason: whyNoService(error.code) });
  });
  client.on("reader", (reader) => {
    const name = reader.name();
    reader.on("change", (status) => {
      const { PRESENT, MUTE } = library.ReaderStatus;
      const card = !status.has(PRESENT) ? "none" : status.has(MUTE) ? "mute" : "present";
      // PC/SC counts insertions and removals in the upper half (SCARD_READERSTATE, dwEventState).
      const state = { reader: name, card, changes: status.raw >>> 16 } as const;
      heard({ kind: "state", state });
    });
    reader.on("disconnect", () => {
      if (!over) heard({ kind: "reader-gone", reader: name });
    });
  });
  try {
    client.start();
  } catch (error) {
    stop(client);
    return { ok: false, reason: whyNoService((error as Err).code), final: false };
  }
  const service: Service = {
    connect: (reader, mode) => connect(library, client, reader, mode),
    stop() {
      over = true;
      stop(client);
    },
  };
  return { ok: true, service };
}

async function connect(
  library: Library,
  client: Client,
  name: string,
  mode: "shared" | "direct",
): Promise<Connected> {
  const reader = client.reader(name);
  if (!reader) return { ok: false, kind: "gone", reason: `The reader ${name} is not connected.` };
  const { SHARED, DIRECT } = library.CardMode;
  try {
    const card = await (mode === "shared"
      ? reader.connect(SHARED)
      : reader.connect(DIRECT, library.Protocol.UNSET));
    try {
      // The ATR that comes with the event of a card is memory that has been given away already.
      const { atr } = mode === "shared" ? await card.state() : { atr: new Uint8Array() };
      return { ok: true, connection: toConnection(library, card, atr) };
    } catch (error) {
      await leave(library, card);
      throw error;
    }
  } catch (error) {
    return toTrouble(error as Err);
  }
}

function toConnection(library: Library, card: Card, atr: Uint8Array): Connection {
  // Windows knows the escape by ACS's number, the free drivers by 1.
  const escapeCode = library.controlCode(process.platform === "win32" ? 3500 : 1);
  return {
    atr,
    transmit: (command) => answered(card.transmit(command)),
    control: (command) => answered(card.control(escapeCode, command)),
    disconnect: () => leave(library, card),
  };
}

async function leave(library: Library, card: Card): Promise<void> {
  // The card may be away already, and there is nothing to be done about it then.
  await card.disconnect(library.CardDisposition.LEAVE).catch(() => undefined);
}

function answered(answer: Promise<Uint8Array>): Promise<Reply> {
  // pcscd answers with nothing at all when the card leaves during a command.
  return answer.then((bytes) => (bytes.length < 2 ? tagGone : { ok: true, bytes }), toTrouble);
}

function toTrouble({ code, message }: Err): Trouble {
  if (code === "SharingViolation") {
    const reason = "Another program keeps the tag to itself; close it, or take the tag off.";
    return { ok: false, kind: "busy", reason };
  }
  if (gone.has(code)) return tagGone;
  return { ok: false, kind: "failed", reason: `The reader failed (${code ?? message}).` };
}

/** What PC/SC says, depending on reader and moment, when a tag or a reader goes in the middle of something. */
const gone = new Set([
  "CommDataLost",
  "CommError",
  "InvalidHandle",
  "NoService",
  "NoSmartCard",
  "NotTransacted",
  "ReaderUnavailable",
  "RemovedCard",
  "ResetCard",
  "ServiceStopped",
  "UnknownReader",
  "UnpoweredCard",
  "UnresponsiveCard",
]);

function stop(client: Client): void {
  try {
    client.stop();
  } catch {
    // It was never started, or its service is dead.
  }
}
