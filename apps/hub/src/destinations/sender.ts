import type { Egress } from "../egress/egress.ts";
import type { OutgoingScan } from "../shaping/outgoing-scan.ts";
import type { DestinationRecord, Shape } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";
import { completeSettings, findActiveFields } from "./fields.ts";
import type { Alert, Field, Kind, Message, MessageResult, Secrets, Settings } from "./kind.ts";
import { findKind } from "./kinds.ts";
import { namePlaceholders, toPlaceholders } from "./preview-secrets.ts";
import { redact } from "./redaction.ts";
import { startDeadline } from "./wires/aborting.ts";
import { createAmqpWire } from "./wires/amqp-wire.ts";
import { createFileWire } from "./wires/file-wire.ts";
import type { HttpOutcome } from "./wires/http-outcome.ts";
import { completeHeaders, createHttpWire } from "./wires/http-wire.ts";
import { createMailWire } from "./wires/mail-wire.ts";
import { createMqttWire } from "./wires/mqtt-wire.ts";
import { createNatsWire } from "./wires/nats-wire.ts";

export type SendJob = {
  destination: DestinationRecord;
  secrets: Secrets;
  shape: Shape;
  scan: OutgoingScan;
  messageId: string;
};

/** An alert on its way to the owner of the hub, through one destination. */
export type AlertJob = Pick<SendJob, "destination" | "secrets" | "messageId"> & { alert: Alert };

export type SendOptions = {
  signal: AbortSignal;
  /** Replaces the timeout of the destination. */
  timeoutMs?: number;
  /** The maximum number of bytes of a response that are kept; 2048 by default. */
  maxResponseBytes?: number;
  /** W3C trace context, sent as `traceparent`. */
  trace?: string | undefined;
};

/** The outcome of an attempt, and how many milliseconds it took. */
export type SendResult = HttpOutcome & { ms: number };

/** Sends scans to destinations of every kind. */
export type Sender = {
  /** Returns the messages without sending them, with each secret as ‹its name›. Never throws. */
  preview(job: SendJob): { ok: true; messages: readonly Message[] } | { ok: false; reason: string };
  /** Sends a scan once. Never throws. */
  send(job: SendJob, options: SendOptions): Promise<SendResult>;
  /** Sends an alert once. Never throws. */
  sendAlert(job: AlertJob, options: Pick<SendOptions, "signal" | "timeoutMs">): Promise<SendResult>;
  /**
   * Closes the connections of a destination that was changed or removed, and forgets its tokens.
   */
  forget(destinationId: number): void;
  close(): Promise<void>;
};

export function createSender(options: {
  egress: Egress;
  dataDir: string;
  /** Folders outside `dataDir` that files may be written to. */
  fileFolders?: readonly string[];
  now?: () => Date;
  /** The language of ready-made texts, English by default. */
  language?: string | undefined;
}): Sender {
  const now = options.now ?? (() => new Date());
  const { dial } = options.egress;
  const http = createHttpWire(options.egress, now);
  const mqtt = createMqttWire({ dial });
  const amqp = createAmqpWire({ dial });
  const nats = createNatsWire({ dial });
  const mail = createMailWire({ dial });
  const file = createFileWire({ dataDir: options.dataDir, now, folders: options.fileFolders });
  const wires = [http, mqtt, amqp, nats, mail, file];

  function createMessages(
    { kind, settings }: PreparedDestination,
    job: SendJob | AlertJob,
    preview: boolean,
  ): MessageResult {
    const input = {
      settings,
      secrets: preview ? toPlaceholders(kind) : job.secrets,
      preview,
      messageId: job.messageId,
      now: now(),
      language: options.language,
    };
    if ("scan" in job) return kind.createMessages({ ...input, shape: job.shape, scan: job.scan });
    if (kind.createAlert) return kind.createAlert({ ...input, alert: job.alert });
    return { ok: false, reason: explainNoAlerts(kind), fault: "destination" };
  }

  async function sendMessages(job: SendJob | AlertJob, options: SendOptions): Promise<HttpOutcome> {
    const prepared = prepareDestination(job.destination);
    if (!prepared) return createFailure("destination", explainUnknownKind(job.destination));
    const { kind, settings } = prepared;
    const missing = prepared.requiredSecrets.find(({ name }) => !job.secrets[name]);
    if (missing)
      return createFailure("destination", `“${missing.label}” is not set. Enter it again.`);
    const result = createMessages(prepared, job, false);
    if (!result.ok) return createFailure(result.fault ?? "scan", result.reason);
    const timeoutMs = options.timeoutMs ?? Number(settings.timeout ?? 30) * 1000;
    const deadline = startDeadline(options.signal, timeoutMs);
    const context = {
      destinationId: job.destination.id,
      settings,
      secrets: job.secrets,
      allowPrivate: job.destination.allowPrivate,
      signal: deadline.signal,
      timeoutMs,
      maxResponseBytes: options.maxResponseBytes ?? 2048,
      concurrency: job.destination.concurrency,
      checkResponse: kind.checkResponse,
      findOwnFault: kind.findOwnFault,
    };
    let outcome: HttpOutcome = { kind: "delivered" };
    try {
      for (const message of result.messages) {
        outcome = await sendMessage(message, context, options.trace);
        if (outcome.kind === "failed") break;
      }
    } finally {
      deadline.end();
    }
    return outcome;
  }

  async function send(job: SendJob | AlertJob, options: SendOptions): Promise<SendResult> {
    const startedAt = performance.now();
    const outcome = await sendMessages(job, options).catch((error: unknown) =>
      createFailure("destination", explainBug(error)),
    );
    const ms = Math.round(performance.now() - startedAt);
    return { ...redact(outcome, job.secrets), ms };
  }

  function sendMessage(
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
      case "amqp":
        return amqp.send(message, context);
      case "nats":
        return nats.send(message, context);
      case "mail":
        return mail.send(message, context);
      case "file":
        return file.send(message, context);
    }
  }

  return {
    preview(job) {
      const prepared = prepareDestination(job.destination);
      if (!prepared) return { ok: false, reason: explainUnknownKind(job.destination) };
      try {
        const result = createMessages(prepared, job, true);
        if (!result.ok) return { ok: false, reason: result.reason };
        const messages = result.messages.map((message) =>
          namePlaceholders(prepared.kind, withAllHeaders(message)),
        );
        return { ok: true, messages };
      } catch (error) {
        return { ok: false, reason: explainBug(error) };
      }
    },

    send,
    sendAlert: send,

    forget(destinationId) {
      for (const wire of wires) wire.forget(destinationId);
    },

    async close() {
      await Promise.all(wires.map((wire) => wire.close()));
    },
  };
}

/** The parts of a destination that every message needs. */
type PreparedDestination = { kind: Kind; settings: Settings; requiredSecrets: readonly Field[] };

/** The parts of a destination that messages are made from. */
type SendingDestination = Pick<DestinationRecord, "name" | "kind" | "settings">;

const preparedDestinations = new WeakMap<SendingDestination, PreparedDestination>();

/**
 * Prepares each record once; a destination gets a new record as soon as something in it changes.
 */
function prepareDestination(destination: SendingDestination): PreparedDestination | undefined {
  const existing = preparedDestinations.get(destination);
  if (existing) return existing;
  const kind = findKind(destination.kind);
  if (!kind) return;
  const requiredSecrets = findActiveFields(kind, destination.settings).filter(
    ({ secret, required }) => secret && required,
  );
  const settings = completeSettings(kind, destination.settings);
  const prepared = { kind, settings, requiredSecrets };
  preparedDestinations.set(destination, prepared);
  return prepared;
}

function withAllHeaders(message: Message): Message {
  if (message.via !== "http") return message;
  return { ...message, headers: completeHeaders(message.headers) };
}

function createFailure(fault: "scan" | "destination", error: string): HttpOutcome {
  return { kind: "failed", fault, error };
}

/**
 * Returns why a destination cannot take alerts, as one sentence; undefined if it can. Checks only
 * the settings, so an alert may still fail.
 */
export function findAlertObstacle(destination: SendingDestination): string | undefined {
  const prepared = prepareDestination(destination);
  if (!prepared) return explainUnknownKind(destination);
  const { kind, settings } = prepared;
  if (!kind.createAlert) return explainNoAlerts(kind);
  const alert = { event: "test", title: "", message: "", at: "" };
  const secrets = toPlaceholders(kind);
  const input = { settings, secrets, preview: true, messageId: "", now: new Date(0), alert };
  const result = kind.createAlert(input);
  return result.ok ? undefined : result.reason;
}

function explainNoAlerts({ title }: Kind): string {
  return say("kind-takes-no-alerts", { kind: title });
}

function explainUnknownKind({ name, kind }: SendingDestination): string {
  return say("kind-unknown-to-hub", { name, kind });
}

/** A bug must not cost a delivery, which stays pending with this error. */
function explainBug(error: unknown): string {
  const detail = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  return `The hub could not send this (${detail}). Please report it as a bug.`;
}
