import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { type ErrorBody, type ErrorCode, errors } from "../../http/errors.ts";
import { type Call, readJson } from "../../testing/test-hub.ts";

type Content = Record<string, { schema: object }>;
type Operation = {
  summary?: string;
  security?: object[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> };

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * Creates a client that checks every response against the hub's OpenAPI document, and that pages
 * can say every error in their language. Records the endpoints it used.
 */
export async function createDescribedApi(owner: Call) {
  const description = await readJson<Description>(await owner("GET", "/api/openapi.json"));
  const testedNames = new Set<string>();
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

  /** Sends a request. Expects a documented status and a body that matches its schema. */
  async function call<T = unknown>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: object; by?: Call } = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const { operation, name } = findOperation(description, method, path);
    testedNames.add(name);
    if (options.body !== undefined) expect(operation.requestBody, name).toBeDefined();
    const response = await (options.by ?? owner)(method, path, options.body, options.headers);
    const text = await response.text();
    const documentedResponse = operation.responses[response.status];
    expect(documentedResponse, `${name} responded ${response.status}: ${text}`).toBeDefined();
    const type = response.headers.get("content-type")?.split(";")[0] ?? "";
    if (response.status === 204) {
      expect(text).toBe("");
      return { status: 204, body: undefined as T, headers: response.headers };
    }
    const content = documentedResponse!.content?.[type];
    expect(content, `${name} responded ${response.status} with ${type}`).toBeDefined();
    const body = type === "application/json" ? JSON.parse(text) : text;
    const matchesSchema = ajv.compile(content!.schema);
    expect(matchesSchema(body), `${name}: ${ajv.errorsText(matchesSchema.errors)} in ${text}`).toBe(
      true,
    );
    if (response.status >= 400) expectTranslatable(body, name);
    return { status: response.status, body, headers: response.headers };
  }

  return {
    call,
    operations,
    untestedEndpoints: () =>
      operations
        .map(({ name }) => name)
        .filter((name) => !testedNames.has(name) && !name.startsWith("HEAD ")),
  };
}

/** The codes whose exact sentences come from verdicts, in the language of the request. */
const saidByVerdict: ReadonlySet<ErrorCode> = new Set(["not-undone", "not-an-answer", "ask-over"]);

/** Expects the sentence of the code of an error, or one with a reason. */
function expectTranslatable(body: unknown, name: string): void {
  const { error } = body as { error?: ErrorBody["error"] };
  if (!error || saidByVerdict.has(error.code)) return;
  if (error.message === errors[error.code].message) return;
  expect(error.reason, `${name}: no text of errors.json is “${error.message}”`).toBeDefined();
}

export type DescribedApi = Awaited<ReturnType<typeof createDescribedApi>>;

function findOperation(
  { paths }: Description,
  method: string,
  path: string,
): { operation: Operation; name: string } {
  const pathname = path.split("?", 1)[0]!;
  const matchingTemplates = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(pathname),
  );
  const template =
    matchingTemplates.toSorted((a, b) => a.split("{").length - b.split("{").length)[0] ?? "";
  const operation = paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${pathname} is not described`);
  return { operation, name: `${method} ${template}` };
}
