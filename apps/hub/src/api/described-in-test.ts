import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { type Call, readJson } from "../testing/test-hub.ts";

type Content = Record<string, { schema: object }>;
type Operation = {
  summary?: string;
  security?: object[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> };

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** A client that holds every answer against the OpenAPI document of the hub, and knows what was never asked. */
export async function asDescribed(owner: Call) {
  const description = await readJson<Description>(await owner("GET", "/api/openapi.json"));
  const asked = new Set<string>();
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

  /** The status is foreseen and the body fits its schema. */
  async function call<T = unknown>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: object; by?: Call } = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const { operation, name } = find(description, method, path);
    asked.add(name);
    if (options.body !== undefined) expect(operation.requestBody, name).toBeDefined();
    const answer = await (options.by ?? owner)(method, path, options.body, options.headers);
    const text = await answer.text();
    const foreseen = operation.responses[answer.status];
    expect(foreseen, `${name} answered ${answer.status}: ${text}`).toBeDefined();
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    if (answer.status === 204) {
      expect(text).toBe("");
      return { status: 204, body: undefined as T, headers: answer.headers };
    }
    const content = foreseen!.content?.[type];
    expect(content, `${name} answered ${answer.status} with ${type}`).toBeDefined();
    const body = type === "application/json" ? JSON.parse(text) : text;
    const fits = ajv.compile(content!.schema);
    expect(fits(body), `${name}: ${ajv.errorsText(fits.errors)} in ${text}`).toBe(true);
    return { status: answer.status, body, headers: answer.headers };
  }

  return {
    call,
    operations,
    unasked: () =>
      operations
        .map(({ name }) => name)
        .filter((name) => !asked.has(name) && !name.startsWith("HEAD ")),
  };
}

export type DescribedApi = Awaited<ReturnType<typeof asDescribed>>;

function find(
  { paths }: Description,
  method: string,
  path: string,
): { operation: Operation; name: string } {
  const plain = path.split("?", 1)[0]!;
  const fitting = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(plain),
  );
  const template = fitting.toSorted((a, b) => a.split("{").length - b.split("{").length)[0] ?? "";
  const operation = paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${plain} is not described`);
  return { operation, name: `${method} ${template}` };
}
