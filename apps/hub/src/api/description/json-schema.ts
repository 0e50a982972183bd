/** The keywords of JSON Schema that the schemas of the API use. */
export type JsonSchema = {
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  deprecated?: boolean;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
};

type Content = Record<string, { schema?: JsonSchema }>;

export type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** The parts of an OpenAPI 3.1 document that the page shows. */
export type ApiDocument = {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
};
