import type { Shape } from "../store/forwarding.ts";
import type { StoredScan } from "../store/store.ts";

/** One thing a destination wants to know: forms, checks, the file and the docs are made from it. */
export type Field = {
  name: string;
  /** As a form says it. */
  label: string;
  help?: string;
  /** `multiline` is a text of several lines (PEM), `lines` a list of texts, `pairs` a mapping of texts (headers). */
  type: "text" | "multiline" | "url" | "number" | "switch" | "choice" | "lines" | "pairs";
  /** Sealed in the store, shown never again. */
  secret?: boolean;
  /** Of a secret: a service makes it, to be copied, so a blank beside it came with the copy and would spoil a header. */
  copied?: boolean;
  /** Nobody else hands it out: a form can make one. `whsec` as Standard Webhooks writes them. */
  makes?: "text" | "whsec";
  required?: boolean;
  default?: string | number | boolean;
  placeholder?: string;
  choices?: readonly { value: string; label: string }[];
  min?: number;
  max?: number;
  /** Of a `url`; http and https when it is not said. */
  protocols?: readonly string[];
  /** May hold `{{ … }}`, filled in from each scan. */
  template?: boolean;
  /** Says where secrets go, as every `url` does: when it changes, those that are kept have to be given again. */
  place?: boolean;
  /** Few need it: a form asks for it further down. */
  rare?: boolean;
  /** Only asked, and only read, when another field has one of these values. */
  when?: { field: string; is: readonly string[] };
};

export type Settings = Record<
  string,
  string | number | boolean | readonly string[] | Record<string, string>
>;
export type Secrets = Record<string, string>;

/** A scan as it goes out: the record, and the body exactly as it was received. */
export type OutgoingScan = StoredScan & { body: string };

export type Making = {
  /** Complete: defaults are filled in. */
  settings: Settings;
  /** In a preview each is ‹its name›. */
  secrets: Secrets;
  /** For people to look at: what is computed from secrets is named instead (`‹signature with key›`). */
  preview?: boolean;
  shape: Shape;
  scan: OutgoingScan;
  /** The same for every attempt of one delivery: receivers know it again by that. */
  messageId: string;
  now: Date;
};

/** What goes out, complete but for what only the wire knows. Made without any input or output, so it can be shown. */
export type Message =
  | {
      via: "http";
      method: string;
      url: string;
      /** Names in lower case. */
      headers: Record<string, string>;
      body: string;
      /** The wire gets a token with it and sends it as Bearer. */
      oauth2?: OAuth2Grant;
    }
  | {
      via: "mqtt";
      topic: string;
      payload: string;
      qos: 0 | 1;
      retain: boolean;
      /** Not needed again over a connection that took exactly this. */
      once?: boolean;
    }
  | { via: "mail"; id: string; from: string; to: string[]; subject: string; text: string }
  | { via: "file"; path: string; line: string; header?: string };

/** RFC 6749 4.4: client credentials. */
export type OAuth2Grant = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
  audience?: string;
  /** Where the credentials go: RFC 6749 2.3.1 names both. */
  credentialsIn: "header" | "body";
};

/** `destination`: the fault lies in what the destination was set to, and may be mended; else in this scan. */
export type Made =
  | { ok: true; messages: readonly Message[] }
  | { ok: false; reason: string; fault?: "destination" };

/** One kind of destination; `kinds.ts` lists them all. */
export type Kind = {
  name: string;
  /** As people call it. */
  title: string;
  /** One line. */
  summary: string;
  group: "server" | "automation" | "home" | "chat" | "data";
  /** Only what goes out over `http` can be `through`. */
  via: Message["via"];
  /** Those that every kind of its wire has (`wire-fields.ts`) come after its own by themselves, in `kinds.ts`. */
  fields: readonly Field[];
  /** What a route may choose besides `ready-made`; none: what goes out is fixed by the kind. */
  shapes: readonly Shape["format"][];
  /** The template behind `ready-made`, as a start for an own one. */
  template?: string;
  /** What the answer has to say besides its status to count as delivered; a sentence says why it does not. */
  judge?: (answer: { status: number; body: string }) => string | undefined;
  /** What the types of the fields cannot say. Of the secrets only those that were given just now are there. */
  check?: (given: {
    settings: Settings;
    secrets: Secrets;
  }) => { field: string; reason: string } | undefined;
  make(making: Making): Made;
};

/** What became of one attempt. */
export type Outcome =
  | { kind: "delivered"; status?: number; answer?: string }
  | {
      kind: "failed";
      /**
       * `scan`: this message will never be taken (400, 413, 414, 415, 422, 431, a template that fails). `gone`: 410.
       * `destination`: try again later.
       */
      fault: "scan" | "destination" | "gone";
      /** One sentence that says what was wrong and, where known, what to do. */
      error: string;
      status?: number;
      answer?: string;
      retryAfterMs?: number;
    };
