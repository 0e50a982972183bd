export type Span = {
  /** W3C trace context, for what this span causes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `problem`: why it did not go well, in a few words. */
  end(problem?: string): void;
};

export type Attributes = Record<string, string | number | boolean>;

/** Undefined where traces are off. */
export type Tracing = {
  start(
    name: string,
    span: {
      kind: "server" | "client" | "internal";
      /** W3C trace context of what caused it. */
      parent?: string | undefined;
      attributes?: Attributes;
    },
  ): Span;
  /** Sends what is left. */
  close(): Promise<void>;
};
