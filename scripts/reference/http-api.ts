import { ownerRefusals } from "../../apps/hub/src/api/schemas.ts";
import type { JsonSchema, OpenApi, Operation } from "./described-hub.ts";
import { anchorOf, codesOf, headingOf, operationsOf, type Route } from "./http-endpoints.ts";
import { exampleCall } from "./http-examples.ts";
import { anchor, blocks, code, fence, type Page, prose, sentence, table } from "./markdown.ts";
import { meaningOf, schemaTable, typeOf } from "./schema-table.ts";

/** In the order in which people meet them. */
const tags = ["scans", "tags", "inboxes", "pairing", "passing on", "tokens", "log-in", "health"];

/** Every route of the hub's API, from the OpenAPI document it serves. */
export function describeHttpApi(api: OpenApi): Page {
  const routes = operationsOf(api);
  const stray = routes.find(({ operation }) => !tags.includes(operation.tags?.[0] ?? ""));
  if (stray) throw new Error(`${stray.name} has a tag that http-api.ts does not know; add it.`);
  const objects = findObjects(routes);
  const byTag = (tag: string) => routes.filter(({ operation }) => operation.tags?.[0] === tag);
  return {
    name: "http-api",
    title: "HTTP API",
    description: "Every route of the hub's API: parameters, bodies, answers and a call with curl.",
    tags: ["hub", "api"],
    source: "the OpenAPI document of a hub",
    text: blocks(
      "The dashboard uses this API and nothing else. A hub serves it as OpenAPI 3.1 at `/api/openapi.json`, from which clients in many languages can be made. Scans come in at another address, `/in/` and the name of an inbox, with [the payload](payload.md) as their body.",
      'Programs send an API token, made on the dashboard under Settings; browsers have the session cookie of the dashboard. Each error is `{ "error": { "code", "message" } }`; [all of them are here](errors.md). In the examples:',
      fence("sh", "export HUB=https://hub.example:8443\nexport SCANHOOK_TOKEN=shk_…"),
      "While the hub has its own certificate authority, curl has to be told of it: `export CURL_CA_BUNDLE=ca.pem`, with the file from the hub's data folder. On the hub's own machine `HUB=http://localhost:8080` needs none.",
      `Every route that wants a log-in may refuse with ${ownerRefusals.map(linkError).join(", ")}, and one that changes something with ${linkError("cross-site")}; what else is said with each.`,
      ...tags.map((tag) =>
        table(
          [`[${toTitle(tag)}](#${anchor(toTitle(tag))})`, "What it does"],
          byTag(tag).map((route) => [
            `[${code(route.name)}](#${anchorOf(route)})`,
            prose(route.operation.summary ?? ""),
          ]),
        ),
      ),
      ...tags.flatMap((tag) => [
        `## ${toTitle(tag)}`,
        ...byTag(tag).map((route) => toSection(route, objects)),
      ]),
      "## Objects",
      "What several routes answer or take.",
      ...[...objects].map(([title, schema]) => toObject(title, schema)),
    ),
  };
}

function toTitle(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function toSection(route: Route, objects: Objects): string {
  const { summary = "", description, requestBody } = route.operation;
  return blocks(
    `### ${headingOf(route)}`,
    [prose(sentence(summary)), description && prose(sentence(description))]
      .filter(Boolean)
      .join(" "),
    isPublic(route.operation) ? "Everybody may ask; no log-in is needed." : "",
    fence("sh", exampleCall(route)),
    toParameters(route.operation),
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) =>
      blocks("The body:", schemaTable(schema, "sent")),
    ),
    ...toAnswers(route.operation, objects),
    toRefusals(route.operation),
  );
}

function isPublic({ security }: Operation): boolean {
  return security === undefined || security.length === 0;
}

function toParameters({ parameters = [] }: Operation): string {
  return table(
    ["Parameter", "Type", "Needed", "Meaning"],
    parameters.map(({ name, in: place, required, description, schema }) => [
      place === "path" ? code(`{${name}}`) : code(name),
      typeOf(schema),
      required && schema.default === undefined ? "yes" : "",
      meaningOf({ ...schema, ...(description !== undefined && { description }) }),
    ]),
  );
}

function toAnswers(operation: Operation, objects: Objects): string[] {
  return Object.entries(operation.responses)
    .filter(([, { description }]) => !isRefusal(description, operation))
    .map(([status, { description, content = {} }]) => {
      const said = description === "Default Response" ? "" : prose(sentence(description));
      const [entry] = Object.entries(content);
      if (!entry) return `Answers **${status}**${said ? `: ${said}` : " without a body."}`;
      const [type, { schema }] = entry;
      if (schema.title !== undefined) return `Answers **${status}** with ${typeOf(schema)}.`;
      if (!schema.properties) {
        return `Answers **${status}** with ${Object.keys(content).map(code).join(" or ")}. ${said}`.trim();
      }
      const known = [...objects.values()].find((one) => isAllOf(one, schema));
      if (known?.properties) {
        const more = withoutProperties(schema, known.properties);
        return blocks(
          `Answers **${status}** with all of ${typeOf(known)}, and:`,
          schemaTable(more, "answered"),
        );
      }
      const as = type === "application/json" ? "" : ` with ${code(type)}`;
      return blocks(`Answers **${status}**${as}:`, said, schemaTable(schema, "answered"));
    });
}

function isRefusal(description: string, operation: Operation): boolean {
  return codesOf(operation).includes(description.split(":", 1)[0] as never);
}

function toRefusals(operation: Operation): string {
  const usual: readonly string[] = isPublic(operation) ? [] : [...ownerRefusals, "cross-site"];
  const codes = codesOf(operation).filter((one) => !usual.includes(one));
  return codes.length === 0 ? "" : `May refuse with ${codes.map(linkError).join(", ")}.`;
}

function linkError(one: string): string {
  return `[${code(one)}](errors.md#${one})`;
}

type Objects = ReadonlyMap<string, JsonSchema>;

/** Schemas with a title, each once; two that share a title and differ would be described as one. */
function findObjects(routes: readonly Route[]): Objects {
  const found = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const schema = value as JsonSchema;
    if (typeof schema.title === "string") {
      const known = found.get(schema.title);
      if (known && !isSame(known, schema)) {
        throw new Error(`Two schemas of the API have the title ${schema.title}; rename one.`);
      }
      found.set(schema.title, schema);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const { operation } of routes) visit([operation.requestBody, operation.responses]);
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function toObject(title: string, schema: JsonSchema): string {
  return blocks(
    `### ${title}`,
    schema.description && prose(sentence(schema.description)),
    schemaTable(schema, "answered"),
  );
}

function isAllOf({ properties }: JsonSchema, whole: JsonSchema): boolean {
  const parts = Object.entries(properties ?? {});
  return parts.length > 2 && parts.every(([name, one]) => isSame(one, whole.properties?.[name]));
}

function withoutProperties(schema: JsonSchema, known: object): JsonSchema {
  const rest = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(known, name),
  );
  return { ...schema, properties: Object.fromEntries(rest) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
