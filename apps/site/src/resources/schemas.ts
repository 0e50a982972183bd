const text = { type: "string", minLength: 1 };
/** An address that begins with the base path, so that it is valid wherever the site is served. */
const address = { type: "string", format: "uri-reference", pattern: "^/" };
const tags = { type: "array", items: text, uniqueItems: true };

/** The JSON Schemas of the two indexes; each is published under its name in `schemas/`. */
export const schemas = {
  "nav-index": {
    title: "Navigation of the site",
    description: "The sections in order, each with its pages.",
    type: "object",
    required: ["title", "url", "items"],
    additionalProperties: false,
    properties: {
      $schema: { type: "string", format: "uri-reference" },
      title: text,
      url: {
        type: "string",
        format: "uri-reference",
        description:
          "The address of the site; only a path in a hub's copy, because a hub has several addresses.",
      },
      items: {
        type: "array",
        minItems: 1,
        items: { anyOf: [{ $ref: "#/$defs/page" }, { $ref: "#/$defs/section" }] },
      },
    },
    $defs: {
      page: {
        type: "object",
        required: ["title", "url", "summary", "tags"],
        additionalProperties: false,
        properties: { title: text, url: address, summary: text, tags },
      },
      section: {
        type: "object",
        required: ["title", "items"],
        additionalProperties: false,
        properties: {
          title: text,
          items: { type: "array", minItems: 1, items: { $ref: "#/$defs/page" } },
        },
      },
    },
  },
  "search-index": {
    title: "Texts of the site",
    description: "The plain text of each page, for searching without a server.",
    type: "object",
    required: ["articles"],
    additionalProperties: false,
    properties: {
      $schema: { type: "string", format: "uri-reference" },
      articles: { type: "array", minItems: 1, items: { $ref: "#/$defs/article" } },
    },
    $defs: {
      article: {
        type: "object",
        required: ["url", "title", "description", "tags", "headings", "text"],
        additionalProperties: false,
        properties: {
          url: address,
          title: text,
          description: text,
          section: { ...text, description: "The title of its section." },
          tags,
          headings: { type: "array", items: { $ref: "#/$defs/heading" } },
          text: { type: "string", description: "Includes headings; blocks are on separate lines." },
        },
      },
      heading: {
        type: "object",
        required: ["anchor", "text", "at"],
        additionalProperties: false,
        properties: {
          anchor: text,
          text,
          at: {
            type: "integer",
            minimum: 0,
            description: "The offset of the heading's section in the text of the article.",
          },
        },
      },
    },
  },
} as const;

export type SchemaName = keyof typeof schemas;

export function schemaDocument(name: SchemaName, url: string): object {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $id: url, ...schemas[name] };
}
