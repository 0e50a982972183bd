export type Span = {
  /** The W3C trace context for requests that this span causes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Ends the span. `problem` marks it as failed, with the reason in a few words. */
  end(problem?: string): void;
};

export type Attributes = Record<string, string | number | boolean>;

/** Starts spans. Functions take `Tracing | undefined`; undefined means that traces are off. */
export type Tracing = {
  start(
    name: string,
    span: {
      kind: "server" | "client" | "internal";
      /** The W3C trace context of the cause. A malformed context starts a new trace. */
      parent?: string | undefined;
      attributes?: Attributes;
    },
  ): Span;
  /** Sends the remaining spans. Never rejects. */
  close(): Promise<void>;
};

export type Environment = Readonly<Record<string, string | undefined>>;
