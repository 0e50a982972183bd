import type { Egress } from "../egress/egress.ts";
import type { DestinationRecord, Shape } from "../store/forwarding.ts";
import { askedFields, completeSettings } from "./fields.ts";
import { redact } from "./hidden-secrets.ts";
import { createHttpWire, ownHeaders } from "./http-wire.ts";
import type { Field, Kind, Made, Message, OutgoingScan, Secrets, Settings } from "./kind.ts";
import { findKind } from "./kinds.ts";
import { nameSecrets, showMessage } from "./preview-secrets.ts";
import { startDeadline } from "./wires/aborting.ts";
import { createFileWire } from "./wires/file-wire.ts";
import type { HttpOutcome } from "./wires/http-outcome.ts";
import { createMailWire } from "./wires/mail-wire.ts";
import { createMqttWire } from "./wires/mqtt-wire.ts";

export type SendJob = {
  destination: DestinationRecord;
  secrets: Secrets;
  shape: Shape;
  scan: OutgoingScan;
  messageId: string;
};

export type SendOptions = {
  signal: AbortSignal;
  /** Instead of the destination's own. */
  timeoutMs?: number;
  /** Of the answer so much is kept; 2 kB when it is not said. */
  answerBytes?: number;
  /** W3C trace context; goes out as `traceparent`. */
  trace?: string;
};

export type Sent = HttpOutcome & { ms: number };

/** The one place that knows how to send. */
export type Sender = {
  /** What would go out, secrets shown as ‹name›; nothing is sent. Never throws. */
  preview(job: SendJob): { ok: true; messages: readonly Message[] } | { ok: false; reason: string };
  /** Never throws. */
  send(job: SendJob, options: SendOptions): Promise<Sent>;
  /** Connections and tokens of a destination that changed or is gone are let go. */
  forget(destination: number): void;
  close(): Promise<void>;
};

export function createSender(parts: {
  egress: Egress;
  dataDir: string;
  /** Folders besides those in `dataDir` that files may be written to. */
  fileFolders?: readonly string[];
  now?: () => Date;
}): Sender {
  const now = parts.now ?? (() => new Date());
  const { dial } = parts.egress;
  const http = createHttpWire(parts.egress, now);
  const mqtt = createMqttWire({ dial });
  const mail = createMailWire({ dial });
  const file = createFileWire({
    dataDir: parts.dataDir,
    now,
    ...(parts.fileFolders && { folders: parts.fileFolders }),
  });
  const wires = [http, mqtt, mail, file];

  function make({ kind, settings }: Known, job: SendJob, preview: boolean): Made {
    return kind.make({
      settings,
      secrets: preview ? nameSecrets(kind) : job.secrets,
      ...(preview && { preview }),
      shape: job.shape,
      scan: job.scan,
      messageId: job.messageId,
      now: now(),
    });
  }

  async function sendAll(job: SendJob, options: SendOptions): Promise<HttpOutcome> {
    const known = know(job.destination);
    if (!known) return fail("destination", unknownKind(job.destination));
    const { kind, settings } = known;
    const missing = known.needed.find(({ name }) => !job.secrets[name]);
    if (missing) return fail("destination", `“${missing.label}” is not set; enter it again.`);
    const made = make(known, job, false);
    if (!made.ok) return fail(made.fault ?? "scan", made.reason);
    const timeoutMs = options.timeoutMs ?? Number(settings.timeout ?? 30) * 1000;
    const deadline = startDeadline(options.signal, timeoutMs);
    const context = {
      destination: job.destination.id,
      settings,
      secrets: job.secrets,
      allowPrivate: job.destination.allowPrivate,
      signal: deadline.signal,
      timeoutMs,
      answerBytes: options.answerBytes ?? 2048,
      concurrency: job.destination.concurrency,
      ...(kind.judge && { judge: kind.judge }),
    };
    let outcome: HttpOutcome = { kind: "delivered" };
    try {
      for (const message of made.messages) {
        outcome = await sendOne(message, context, options.trace);
        if (outcome.kind === "failed") break;
      }
    } finally {
      deadline.end();
    }
    return outcome;
  }

  function sendOne(
    message: Message,
    context: Parameters<typeof http.send>[1],
    trace: string | undefined,
  ): Promise<HttpOutcome> {
    switch (message.via) {
      case "http": {
        const headers = { ...(trace && { traceparent: trace }), ...message.headers };
        return http.send({ ...message, headers }, context);
      }
      case "mqtt":
        return mqtt.send(message, context);
      case "mail":
        return mail.send(message, context);
      case "file":
        return file.send(message, context);
    }
  }

  return {
    preview(job) {
      const known = know(job.destination);
      if (!known) return { ok: false, reason: unknownKind(job.destination) };
      try {
        const made = make(known, job, true);
        if (!made.ok) return { ok: false, reason: made.reason };
        const messages = made.messages.map((message) =>
          showMessage(known.kind, withOwnHeaders(message)),
        );
        return { ok: true, messages };
      } catch (error) {
        return { ok: false, reason: unexpected(error) };
      }
    },

    async send(job, options) {
      const started = performance.now();
      const outcome = await sendAll(job, options).catch((error: unknown) =>
        fail("destination", unexpected(error)),
      );
      const ms = Math.round(performance.now() - started);
      return { ...redact(outcome, job.secrets), ms };
    },

    forget(destination) {
      for (const wire of wires) wire.forget(destination);
    },

    async close() {
      await Promise.all(wires.map((wire) => wire.close()));
    },
  };
}

/** What every message to a destination needs to know of it. */
type Known = { kind: Kind; settings: Settings; needed: readonly Field[] };

const knownDestinations = new WeakMap<DestinationRecord, Known>();

/** Worked out once for each record, which is another one as soon as something in it changes. */
function know(destination: DestinationRecord): Known | undefined {
  const found = knownDestinations.get(destination);
  if (found) return found;
  const kind = findKind(destination.kind);
  if (!kind) return;
  const needed = askedFields(kind, destination.settings).filter(
    ({ secret, required }) => secret && required,
  );
  const known = { kind, settings: completeSettings(kind, destination.settings), needed };
  knownDestinations.set(destination, known);
  return known;
}

function withOwnHeaders(message: Message): Message {
  if (message.via !== "http") return message;
  return { ...message, headers: { ...ownHeaders, ...message.headers } };
}

function fail(fault: "scan" | "destination", error: string): HttpOutcome {
  return { kind: "failed", fault, error };
}

function unknownKind({ name, kind }: DestinationRecord): string {
  return `The destination ${name} is of the kind “${kind}”, which this version of the hub does not know.`;
}

/** A bug must cost no delivery: it stays pending, and says what it was. */
function unexpected(error: unknown): string {
  const what = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  return `The hub could not send this (${what}); please report it as a bug.`;
}
