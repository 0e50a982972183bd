import { ownerRefusals } from "../../apps/hub/src/api/schemas.ts";
import { rights } from "../../apps/hub/src/login/rights.ts";
import type { OpenApi, Operation } from "./described-hub.ts";
import {
  type Endpoint,
  formatAnchor,
  formatHeading,
  listCodes,
  listEndpoints,
  type OwnPageName,
  pageOfTag,
} from "./http-endpoints.ts";
import { exampleCall } from "./http-examples.ts";
import type { JsonSchema } from "./json-schema.ts";
import {
  anchor,
  blocks,
  code,
  fence,
  list,
  type Page,
  prose,
  sentence,
  table,
} from "./markdown.ts";
import { describeMeaning, formatField, formatFields, typeOf } from "./schema-table.ts";
import { tagTitles } from "./tag-titles.ts";

const tags = Object.keys(tagTitles).filter((tag) => pageOfTag(tag) === "http-api");

/**
 * Describes every endpoint of the API from the OpenAPI document that the hub serves, and on pages
 * of their own those of registers, of forwarding and of people, and the objects of all.
 */
export function describeHttpApi(api: OpenApi): Page[] {
  const endpoints = listEndpoints(api);
  const unlisted = endpoints.find(({ operation }) => !((operation.tags?.[0] ?? "") in tagTitles));
  if (unlisted)
    throw new Error(`${unlisted.name} has a tag that http-api.ts does not know; add it.`);
  const objects = findObjects(endpoints);
  const byTag = (tag: string) => endpoints.filter(({ operation }) => operation.tags?.[0] === tag);
  const endpointsPage: Page = {
    name: "http-api",
    title: "HTTP API",
    description:
      "Every endpoint of the hub's API: parameters, bodies, responses and a call with curl.",
    tags: ["hub", "api"],
    source: "the OpenAPI document of a hub",
    text: blocks(
      "The dashboard uses this API and nothing else. Every hub leads from `/api/` to this page, and serves its OpenAPI 3.1 document at `/api/openapi.json`, from which you can generate clients in many languages. Scanners post scans to another address, `/in/` followed by the name of an inbox, with [the payload](payload.md) as the body.",
      'Programs send an API token, which you create on the dashboard under Settings, with [scopes](../hub/people.md#api-tokens). Browsers send the session cookie of the dashboard. Every error has the body `{ "message", "error": { "code", "message" } }`; see [the list of errors](errors.md). The examples use these variables:',
      fence("sh", "export HUB=https://hub.example:8443\nexport SCANHOOK_TOKEN=shk_…"),
      "If the hub uses its own certificate authority, make curl trust it with `export CURL_CA_BUNDLE=ca.pem`; the file is in the hub's data folder. On the hub's own machine, `HUB=http://localhost:8080` works without it.",
      `Every endpoint that requires a log-in may respond with ${ownerRefusals.map(linkError).join(", ")}, and every endpoint that changes data with ${linkError("cross-site")}. Each section lists the other errors of its endpoint.`,
      '<a id="passing-on"></a>',
      "The endpoints of [registers](register-api.md), of [forwarding](forwarding-api.md), and of [people, their log-ins and API tokens](people-api.md) have pages of their own.",
      ...tags.map((tag) => formatContents(tagTitles[tag]!, byTag(tag))),
      ...tags.flatMap((tag) => [
        `## ${tagTitles[tag]}`,
        ...byTag(tag).map((endpoint) => formatSection(endpoint, objects)),
      ]),
    ),
  };
  const describeOwn = (name: OwnPageName, page: OwnPage) => {
    const own = Object.keys(tagTitles).filter((tag) => pageOfTag(tag) === name);
    const groups = own.map((tag) => ({ title: tagTitles[tag]!, endpoints: byTag(tag) }));
    return describeOwnPage(name, page, groups, objects);
  };
  return [
    endpointsPage,
    describeOwn("register-api", {
      title: "API of registers",
      description:
        "The endpoints of the hub's API for registers: lists of guests, their entries, acts by hand, imports and the journal.",
      tags: ["hub", "api", "registers"],
      purpose: "[Check-in at the door](../uses/check-in.md) shows what they are for.",
    }),
    describeOwn("forwarding-api", {
      title: "API of forwarding",
      description:
        "The endpoints of the hub's API for destinations, routes and deliveries, and for the settings file.",
      tags: ["hub", "api", "forwarding"],
      purpose: "[Forwarding scans](../hub/passing-on.md) shows what they are for.",
    }),
    describeOwn("people-api", {
      title: "API of people",
      description:
        "The endpoints of the hub's API for people and their roles, API tokens, log-ins, accounts and the journal of changes.",
      tags: ["hub", "api", "people"],
      purpose: "[People](../hub/people.md) shows what they are for.",
    }),
    describeObjects(objects),
  ];
}

/** The endpoints of a tag with its title. */
type Group = { title: string; endpoints: readonly Endpoint[] };

/** The words of a page of its own. `purpose` is a sentence with a link. */
type OwnPage = Pick<Page, "title" | "description" | "tags"> & { purpose: string };

function describeOwnPage(
  name: string,
  { purpose, ...words }: OwnPage,
  groups: readonly Group[],
  objects: Objects,
): Page {
  const titled = groups.map(({ title, endpoints }) => ({
    title: groups.length === 1 ? "Endpoints" : title,
    endpoints,
  }));
  return {
    name,
    ...words,
    source: "the OpenAPI document of a hub",
    text: blocks(
      `These endpoints are part of the [HTTP API](http-api.md), which describes the log-in, errors and the variables of the examples. ${purpose}`,
      ...titled.map(({ title, endpoints }) => formatContents(title, endpoints)),
      ...titled.flatMap(({ title, endpoints }) => [
        `## ${title}`,
        ...endpoints.map((endpoint) => formatSection(endpoint, objects)),
      ]),
    ),
  };
}

/** A table of the endpoints of a tag, with links into the same page. */
function formatContents(title: string, endpoints: readonly Endpoint[]): string {
  return table(
    [`[${title}](#${anchor(title)})`, "What it does"],
    endpoints.map((endpoint) => [
      `[${code(endpoint.name)}](#${formatAnchor(endpoint)})`,
      prose(endpoint.operation.summary ?? ""),
    ]),
  );
}

function describeObjects(objects: Objects): Page {
  return {
    name: "api-objects",
    title: "API objects",
    description:
      "The objects that several endpoints of the hub's API return or accept, field by field.",
    tags: ["hub", "api"],
    source: "the OpenAPI document of a hub",
    text: blocks(
      "Several endpoints of the [HTTP API](http-api.md) return or accept these objects.",
      ...[...objects].map(([title, schema]) => formatObject(title, schema)),
    ),
  };
}

function formatSection(endpoint: Endpoint, objects: Objects): string {
  const { summary = "", description, requestBody } = endpoint.operation;
  return blocks(
    `### ${formatHeading(endpoint)}`,
    [prose(sentence(summary)), description && prose(sentence(description))]
      .filter(Boolean)
      .join(" "),
    isPublic(endpoint.operation) ? "No log-in is required." : describeRight(endpoint),
    fence("sh", exampleCall(endpoint)),
    formatParameters(endpoint.operation),
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) =>
      blocks("The body:", formatFields(schema, "sent")),
    ),
    ...formatResponses(endpoint.operation, objects),
    formatRefusals(endpoint.operation),
  );
}

/** Returns a sentence about the role, scope and reach that an endpoint needs. */
function describeRight({ name }: Endpoint): string {
  const right = rights.get(name.replaceAll(/\{(\w+)\}/g, ":$1"));
  if (!right) throw new Error(`${name} has no row in the table of login/rights.ts.`);
  const unlimited = right.reach === "hub" ? ", without a limit to inboxes" : "";
  const scopes = [...new Set([right.scope, "all"])].map(code).join(" or ");
  const role = right.role === "owner" ? "owner" : `${right.role} or a higher one`;
  return `Needs the role ${role}${unlimited}; an API token also needs the scope ${scopes}.`;
}

function isPublic({ security }: Operation): boolean {
  return security === undefined || security.length === 0;
}

function formatParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return "";
  const items = parameters.map(({ name, in: location, required, description, schema }) =>
    formatField(
      location === "path" ? code(`{${name}}`) : code(name),
      typeOf(schema),
      location !== "path" && required === true && schema.default === undefined && "required",
      describeMeaning({ ...schema, ...(description !== undefined && { description }) }),
    ),
  );
  return blocks("Parameters:", list(items));
}

function formatResponses(operation: Operation, objects: Objects): string[] {
  return Object.entries(operation.responses)
    .filter(([, { description }]) => !isRefusal(description, operation))
    .map(([status, { description, content = {} }]) => {
      const meaning = description === "Default Response" ? "" : prose(sentence(description));
      const [entry] = Object.entries(content);
      if (!entry)
        return `Responds with **${status}**${meaning ? `: ${meaning}` : " without a body."}`;
      const [type, { schema }] = entry;
      if (schema.title !== undefined) return `Responds with **${status}** and ${typeOf(schema)}.`;
      if (!schema.properties) {
        return `Responds with **${status}** and ${Object.keys(content).map(code).join(" or ")}. ${meaning}`.trim();
      }
      const known = [...objects.values()].find((object) => includesAllOf(object, schema));
      if (known?.properties) {
        const ownSchema = omitProperties(schema, known.properties);
        return blocks(
          `Responds with **${status}** and all fields of ${typeOf(known)}, plus:`,
          formatFields(ownSchema, "returned"),
        );
      }
      const mediaType = type === "application/json" ? "" : ` and ${code(type)}`;
      return blocks(
        `Responds with **${status}**${mediaType}:`,
        meaning,
        formatFields(schema, "returned"),
      );
    });
}

function isRefusal(description: string, operation: Operation): boolean {
  return listCodes(operation).includes(description.split(":", 1)[0] as never);
}

function formatRefusals(operation: Operation): string {
  const common: readonly string[] = isPublic(operation) ? [] : [...ownerRefusals, "cross-site"];
  const codes = listCodes(operation).filter((errorCode) => !common.includes(errorCode));
  return codes.length === 0 ? "" : `May respond with ${codes.map(linkError).join(", ")}.`;
}

function linkError(errorCode: string): string {
  return `[${code(errorCode)}](errors.md#${errorCode})`;
}

type Objects = ReadonlyMap<string, JsonSchema>;

/**
 * Finds the schemas with a title. Throws when two different schemas share a title, because the page
 * would describe only one.
 */
function findObjects(endpoints: readonly Endpoint[]): Objects {
  const objects = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const schema = value as JsonSchema;
    if (typeof schema.title === "string") {
      const known = objects.get(schema.title);
      if (known && !isSame(known, schema)) {
        throw new Error(`Two schemas of the API have the title ${schema.title}; rename one.`);
      }
      objects.set(schema.title, schema);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const { operation } of endpoints) visit([operation.requestBody, operation.responses]);
  return new Map([...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function formatObject(title: string, schema: JsonSchema): string {
  return blocks(
    `## ${title}`,
    schema.description && prose(sentence(schema.description)),
    formatFields(schema, "returned"),
  );
}

/**
 * True if `whole` has all properties of the first schema, which must be at least three to be worth
 * a link.
 */
function includesAllOf({ properties }: JsonSchema, whole: JsonSchema): boolean {
  const entries = Object.entries(properties ?? {});
  return (
    entries.length > 2 &&
    entries.every(([name, property]) => isSame(property, whole.properties?.[name]))
  );
}

function omitProperties(schema: JsonSchema, known: object): JsonSchema {
  const ownProperties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(known, name),
  );
  return { ...schema, properties: Object.fromEntries(ownProperties) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
