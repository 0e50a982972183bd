import { iconAddress } from "../../logo.ts";
import { escapeText } from "../../phone-help/escape.ts";
import { exampleCall } from "./example.ts";
import type { ApiDocument, JsonSchema, Operation } from "./json-schema.ts";
import {
  describe,
  renderFields,
  renderList,
  renderProse,
  renderType,
  toSchemaId,
  toSentence,
} from "./schema-fields.ts";
import { tagTitles } from "./tag-titles.ts";

type Endpoint = { method: string; path: string; operation: Operation };

/**
 * Renders an OpenAPI document as one page of HTML without scripts: every endpoint with its
 * parameters, bodies, responses and a call with curl. It links to the style sheet at `style`.
 */
export function renderApiPage(document: ApiDocument, { style }: { style: string }): string {
  const endpoints = listEndpoints(document);
  const tags = [...new Set([...Object.keys(tagTitles), ...endpoints.map(tagOf)])];
  const sections = tags.map((tag) => {
    const own = endpoints.filter((endpoint) => tagOf(endpoint) === tag);
    return `<section aria-labelledby="${toTagId(tag)}">
<h2 id="${toTagId(tag)}">${escapeText(toTitle(tag))}</h2>
${own.map(renderEndpoint).join("\n")}
</section>`;
  });
  const schemas = [...findSchemas(endpoints)].map(
    ([title, schema]) => `<section class="card" aria-labelledby="${toSchemaId(title)}">
<h3 id="${toSchemaId(title)}">${escapeText(title)}</h3>
${renderFields(schema, "returned")}
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>HTTP API · Scanhook</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header><a href="/">Scanhook</a></header>
<main>
<h1>HTTP API</h1>
<p>${renderProse(document.info.description ?? "")}</p>
<p>Programs send an API token, which the owner makes on the dashboard under <a href="/#/settings">Settings</a>. The
examples use the URL of this hub and that token:</p>
<pre><code>export HUB=https://hub.example:8443
export SCANHOOK_TOKEN=shk_…</code></pre>
<p>For programs there is the <a href="/api/openapi.json">OpenAPI document</a>, which needs a log-in or a token, too.</p>
<nav aria-label="Contents"><ul>
${tags.map((tag) => `<li><a href="#${toTagId(tag)}">${escapeText(toTitle(tag))}</a></li>`).join("\n")}
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
${sections.join("\n")}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.join("\n")}
</section>
</main>
</body>
</html>
`;
}

function listEndpoints({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== "head")
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const tagOf = ({ operation }: Endpoint) => operation.tags?.[0] ?? "other";
const toTagId = (tag: string) => `tag-${tag.replace(/\W+/g, "-")}`;
const toTitle = (tag: string) => tagTitles[tag] ?? tag;

function renderEndpoint({ method, path, operation }: Endpoint): string {
  const { summary = "", description, parameters = [], requestBody, responses } = operation;
  const id = `${method} ${path}`.toLowerCase().replace(/\W+/g, "-").replace(/-$/, "");
  const isPublic = (operation.security ?? []).length === 0;
  const body = requestBody?.content["application/json"]?.schema;
  return `<details class="card" id="${id}">
<summary><h3><span class="method">${method}</span> <code>${escapeText(path)}</code></h3>
<span>${renderProse(summary)}</span></summary>
${description ? `<p>${renderProse(toSentence(description))}</p>` : ""}
<p class="muted">${isPublic ? "No log-in is needed." : "Needs a log-in or a token."}</p>
<h4>Example</h4>
<pre><code>${exampleCall(method, path, operation).split("\n").map(escapeText).join("\n")}</code></pre>
${parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : ""}
${body ? `<h4>Body</h4>${renderFields(body, "sent")}` : ""}
<h4>Responses</h4>
${renderResponses(responses)}
</details>`;
}

function renderParameters(parameters: NonNullable<Operation["parameters"]>): string {
  return renderList(
    parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      type: `${renderType(schema)}, in the ${escapeText(place)}`,
      presence: required && schema.default === undefined ? "required" : "",
      meaning: describe({ ...schema, ...(description !== undefined && { description }) }),
    })),
  );
}

function renderResponses(responses: Operation["responses"]): string {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const isError = Number(status) >= 400;
    // Every error has the same body, which the introduction describes.
    const bodies = isError
      ? []
      : Object.entries(content).map(([type, { schema }]) => {
          const title =
            type === "application/json" ? "" : `<p><code>${escapeText(type)}</code></p>`;
          return title + (schema && type === "application/json" ? renderBody(schema) : "");
        });
    const lines = description.split(/\n+/).map((line) => `<p>${renderProse(line)}</p>`);
    return `<div><dt><code>${status}</code></dt><dd>${lines.join("")}${bodies.join("")}</dd></div>`;
  });
  return `<dl class="responses">${rows.join("")}</dl>`;
}

function renderBody(schema: JsonSchema): string {
  return schema.title === undefined && schema.properties
    ? renderFields(schema, "returned")
    : `<p>${renderType(schema)}</p>`;
}

/** Finds the schemas with a title, wherever an endpoint uses them. */
function findSchemas(endpoints: readonly Endpoint[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema | undefined) => {
    if (schema === undefined) return;
    if (schema.title !== undefined) {
      if (found.has(schema.title)) return;
      const { title: _, ...untitled } = schema;
      found.set(schema.title, untitled);
    }
    for (const inner of [
      ...Object.values(schema.properties ?? {}),
      ...(schema.anyOf ?? []),
      schema.items,
      schema.then,
      schema.else,
    ]) {
      visit(inner);
    }
  };
  for (const { operation } of endpoints) {
    const contents = [
      operation.requestBody?.content,
      ...Object.values(operation.responses).map(({ content }) => content),
    ];
    for (const content of contents) {
      for (const { schema } of Object.values(content ?? {})) visit(schema);
    }
  }
  return found;
}
