import type { OutgoingScan } from "../shaping/outgoing-scan.ts";
import type { Shape } from "../store/routing.ts";

/**
 * One setting or secret of a destination. Forms, checks, the settings file and the docs are made
 * from fields.
 */
export type Field = {
  name: string;
  /** The name in a form. */
  label: string;
  help?: string;
  /**
   * `multiline` is text of several lines (PEM), `lines` a list of texts, `pairs` a mapping of texts
   * (headers).
   */
  type: "text" | "multiline" | "url" | "number" | "switch" | "choice" | "lines" | "pairs";
  /** Sealed in the store and never shown again. */
  secret?: boolean;
  /**
   * A secret that a service creates and people copy, so spaces around it are dropped: they would
   * spoil a header.
   */
  copied?: boolean;
  /**
   * A secret that its owner may choose freely, so a form can create one. `whsec`: in the format of
   * Standard Webhooks.
   */
  makes?: "text" | "whsec";
  required?: boolean;
  default?: string | number | boolean;
  placeholder?: string;
  choices?: readonly { value: string; label: string }[];
  min?: number;
  max?: number;
  /** The schemes that a `url` may have; http and https by default. */
  protocols?: readonly string[];
  /** The value may contain `{{ … }}`, filled in from each scan. */
  template?: boolean;
  /**
   * Decides where secrets are sent, as every `url` does. When it changes, stored secrets must be
   * entered again.
   */
  place?: boolean;
  /** Few people need the field, so a form asks for it further down. */
  rare?: boolean;
  /** The field is active only while another field has one of these values. */
  when?: { field: string; is: readonly string[] };
};

export type Settings = Record<
  string,
  string | number | boolean | readonly string[] | Record<string, string>
>;
export type Secrets = Record<string, string>;

/**
 * The problem of an invalid value: the name of its field, and one sentence that says what is wrong.
 */
export type FieldProblem = { field: string; reason: string };

/** The values that every message is made from, for a scan or an alert. */
export type SenderInput = {
  /** Complete: defaults are filled in. */
  settings: Settings;
  /** In a preview, each secret is ‹its name›. */
  secrets: Secrets;
  /**
   * The messages are for people to look at, so a value computed from secrets is described:
   * `‹signature with key›`.
   */
  preview?: boolean | undefined;
  /** The same for every attempt of one delivery, so that receivers recognize a repeat. */
  messageId: string;
  now: Date;
  /** The language of ready-made texts, English by default. */
  language?: string | undefined;
};

/** Everything that the messages of a scan are made from. */
export type MessageInput = SenderInput & { shape: Shape; scan: OutgoingScan };

/** Everything that the message of an alert is made from. */
export type AlertInput = SenderInput & { alert: Alert };

/** A message to the owner of the hub. It never contains the content of a scan. */
export type Alert = {
  /**
   * Stable, for programs: `destination-failing`, `disk-low` and others
   * (`alerts/alert-messages.ts`).
   */
  event: string;
  /** A few words, for the subject of a mail or the title of a notification. */
  title: string;
  /** Whole sentences, which repeat the title. */
  message: string;
  /** The name of the destination that the alert is about. */
  destinationName?: string | undefined;
  /** When the reported state began, as an ISO 8601 time in UTC. */
  at: string;
};

/** A message as it is sent, except for what only the wire can add, such as an access token. */
export type Message =
  | HttpMessage
  | MqttMessage
  | AmqpMessage
  | NatsMessage
  | MailMessage
  | FileMessage;

export type HttpMessage = {
  via: "http";
  method: string;
  url: string;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
  /** The wire gets an access token with this grant and sends it as a bearer token. */
  oauth2?: OAuth2Grant;
};

export type MqttMessage = {
  via: "mqtt";
  topic: string;
  payload: string;
  qos: 0 | 1;
  retain: boolean;
  /** Whether to skip the message on a connection that has already sent the same one. */
  once?: boolean;
};

export type AmqpMessage = {
  via: "amqp";
  /** The same for every attempt of a delivery. */
  id: string;
  /** "" is the default exchange. */
  exchange: string;
  routingKey: string;
  /** Whether the message fails if no queue takes it. */
  mandatory: boolean;
  contentType: string;
  /** The time of the message, as an ISO 8601 time in UTC. */
  at: string;
  payload: string;
};

export type NatsMessage = {
  via: "nats";
  /** The same for every attempt of a delivery, so that a stream keeps only one of them. */
  id: string;
  subject: string;
  contentType: string;
  payload: string;
};

export type MailMessage = {
  via: "mail";
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
};

export type FileMessage = { via: "file"; path: string; line: string; header?: string };

/** Client credentials (RFC 6749, section 4.4). */
export type OAuth2Grant = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string | undefined;
  audience?: string | undefined;
  /** Where the client sends its credentials. RFC 6749, section 2.3.1 allows both. */
  credentialsIn: "header" | "body";
};

/**
 * The messages, or one sentence that says why there are none. `fault: "destination"`: a person can
 * correct the settings of the destination. Without `fault`, the scan is the cause, and no retry
 * helps.
 */
export type MessageResult =
  | { ok: true; messages: readonly Message[] }
  | { ok: false; reason: string; fault?: "destination" };

/** One kind of destination; `kinds.ts` lists them all. */
export type Kind = {
  name: string;
  title: string;
  /** One line. */
  summary: string;
  group: "server" | "automation" | "home" | "chat" | "data";
  /** The wire. Only `http` can be used by a `through` route. */
  via: Message["via"];
  /**
   * The fields of this kind alone. `kinds.ts` appends the fields that all kinds of a wire share
   * (`wire-fields.ts`).
   */
  fields: readonly Field[];
  /**
   * The shapes that a route may choose besides `ready-made`. If the list is empty, the kind alone
   * decides what is sent.
   */
  shapes: readonly Shape["format"][];
  /** The template behind `ready-made`, as a start for people who write their own. */
  template?: string;
  /**
   * Returns why a response does not count as delivered although its status is 2xx, as one sentence.
   */
  checkResponse?: (response: { status: number; body: string }) => string | undefined;
  /**
   * Returns why a refusal whose status blames the message (400, 413 and others) is caused by the
   * destination, as one sentence, so that the delivery is tried again. Returns undefined if the
   * message is the cause.
   */
  findOwnFault?: (response: { status: number; body: string }) => string | undefined;
  /**
   * Returns the first invalid value that the types of the fields cannot detect; undefined if there
   * is none. `secrets` has only secrets that were entered just now, and not stored ones.
   */
  checkFields?: (input: { settings: Settings; secrets: Secrets }) => FieldProblem | undefined;
  /**
   * Makes the messages of a scan. Pure: it has no input or output, so a preview shows exactly what
   * would go out.
   */
  createMessages(input: MessageInput): MessageResult;
  /**
   * Makes the message of an alert, as pure as `createMessages`. Fails with a sentence when the
   * settings fit scans only. Missing in kinds that keep records of scans, which an alert would
   * spoil.
   */
  createAlert?: (input: AlertInput) => MessageResult;
};

/** The outcome of one attempt. `response`: the beginning of the response, as text. */
export type Outcome =
  | { kind: "delivered"; status?: number; response?: string | undefined }
  | {
      kind: "failed";
      /**
       * `scan`: the destination will never take this message (400, 413, 414, 415, 422, 431, a
       * template that fails). `gone`: it responded with 410. `destination`: a later attempt may
       * succeed.
       */
      fault: "scan" | "destination" | "gone";
      /** One sentence that says what was wrong and, if known, what to do. */
      error: string;
      status?: number;
      response?: string | undefined;
      retryAfterMs?: number | undefined;
      /** Whether the destination works in spite of the failure, so its circuit stays closed. */
      isUp?: boolean;
    };
