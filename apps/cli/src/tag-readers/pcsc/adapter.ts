import type { Card, Client, Err } from "pcsc-mini";
import { describeMissingPackage } from "../../missing-package.ts";
import { type CardFailure, tagGone } from "../card-readers.ts";
import { describeMissingLibrary, describeServiceError } from "./error-messages.ts";
import type {
  Connection,
  ConnectResult,
  OpenResult,
  OpenService,
  Service,
  ServiceEvent,
  TransmitResult,
} from "./service.ts";

type Library = typeof import("pcsc-mini");

/**
 * Opens the PC/SC service through pcsc-mini. The package is optional, so it is loaded only when
 * readers are needed.
 */
export function openPcsc(
  onEvent: (event: ServiceEvent) => void,
  load: () => Promise<Library> = () => import("pcsc-mini"),
): ReturnType<OpenService> {
  return load().then(
    (library) => open(library, onEvent),
    async (error: unknown) => {
      const reason = (await describeMissingPackage(error)) ?? describeMissingLibrary(error);
      return { ok: false, reason, final: true };
    },
  );
}

function open(library: Library, onEvent: (event: ServiceEvent) => void): OpenResult {
  const client = new library.Client();
  // The library reports several errors when the service ends. Only the first one counts.
  let isOver = false;
  client.on("error", (error) => {
    if (isOver) return;
    isOver = true;
    stop(client);
    onEvent({ kind: "lost", reason: describeServiceError(error.code) });
  });
  client.on("reader", (reader) => {
    const name = reader.name();
    reader.on("change", (status) => {
      const { PRESENT, MUTE } = library.ReaderStatus;
      const presentCard = status.has(MUTE) ? "mute" : "present";
      const card = status.has(PRESENT) ? presentCard : "none";
      // PC/SC counts insertions and removals in the upper half (SCARD_READERSTATE, dwEventState).
      const state = { reader: name, card, changes: status.raw >>> 16 } as const;
      onEvent({ kind: "state", state });
    });
    reader.on("disconnect", () => {
      if (!isOver) onEvent({ kind: "reader-gone", reader: name });
    });
  });
  try {
    client.start();
  } catch (error) {
    stop(client);
    return { ok: false, reason: describeServiceError((error as Err).code), final: false };
  }
  const service: Service = {
    connect: (reader, mode) => connect(library, client, reader, mode),
    stop() {
      isOver = true;
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
): Promise<ConnectResult> {
  const reader = client.reader(name);
  if (!reader) return { ok: false, kind: "gone", reason: `The reader ${name} is not connected.` };
  const { SHARED, DIRECT } = library.CardMode;
  try {
    const card = await (mode === "shared"
      ? reader.connect(SHARED)
      : reader.connect(DIRECT, library.Protocol.UNSET));
    try {
      // Asks for the ATR, because the one in the event of a card points to memory that was already
      // freed.
      const { atr } = mode === "shared" ? await card.state() : { atr: new Uint8Array() };
      return { ok: true, connection: toConnection(library, card, atr) };
    } catch (error) {
      await disconnect(library, card);
      throw error;
    }
  } catch (error) {
    return toFailure(error as Err);
  }
}

function toConnection(library: Library, card: Card, atr: Uint8Array): Connection {
  // The function code of the escape command: ACS's number on Windows, 1 with the free drivers.
  const escapeCode = library.controlCode(process.platform === "win32" ? 3500 : 1);
  return {
    atr,
    transmit: (command) => toTransmitResult(card.transmit(command)),
    control: (command) => toTransmitResult(card.control(escapeCode, command)),
    disconnect: () => disconnect(library, card),
  };
}

async function disconnect(library: Library, card: Card): Promise<void> {
  // A card that was already taken away needs no disconnecting.
  await card.disconnect(library.CardDisposition.LEAVE).catch(() => undefined);
}

function toTransmitResult(response: Promise<Uint8Array>): Promise<TransmitResult> {
  // pcscd returns an empty response when the card is taken away during a command.
  return response.then((bytes) => (bytes.length < 2 ? tagGone : { ok: true, bytes }), toFailure);
}

function toFailure({ code, message }: Err): CardFailure {
  if (code === "SharingViolation") {
    const reason = "Another program is using the tag; close that program, or take the tag away.";
    return { ok: false, kind: "busy", reason };
  }
  if (goneCodes.has(code)) return tagGone;
  return { ok: false, kind: "failed", reason: `The reader failed (${code ?? message}).` };
}

/**
 * The codes with which PC/SC reports that a tag or a reader was removed during an operation. The
 * code depends on the reader and on the moment.
 */
const goneCodes = new Set([
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

/**
 * Clients whose service has ended. Referencing them here keeps the garbage collector from running
 * their finalizer, which throws in pcsc-mini 0.1.3 and would end the process. Costs about 10 kB for
 * each end of the service.
 */
const unstoppableClients = new Set<Client>();

function stop(client: Client): void {
  try {
    client.stop();
  } catch {
    unstoppableClients.add(client);
  }
}
