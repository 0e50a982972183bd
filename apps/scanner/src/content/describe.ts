/** What a content is, so that it can be shown as that. Nothing here opens anything. */
export type Content = { kind: "text"; text: string };

/** Tells what a content is. `format` is the `CodeFormat` it was read from; only some say that digits are a product. */
export function describe(content: string, _format?: string): Content {
  return { kind: "text", text: content };
}
