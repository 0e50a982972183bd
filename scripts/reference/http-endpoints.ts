import { type ErrorCode, errors } from "../../apps/hub/src/http/errors.ts";
import type { OpenApi, Operation } from "./described-hub.ts";
import { anchor } from "./markdown.ts";

/** An operation of the API. `name` is the method and the path, such as `GET /api/scans`. */
export type Endpoint = { method: string; path: string; name: string; operation: Operation };

/** Returns every endpoint of the document except HEAD, which is GET without a body. */
export function listEndpoints({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== "head")
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
  );
}

/** Returns the heading of an endpoint. */
export function formatHeading({ name }: Endpoint): string {
  return name;
}

export function formatAnchor(endpoint: Endpoint): string {
  return anchor(formatHeading(endpoint));
}

/**
 * The tags whose endpoints have a page of their own, because one page of all would be too large for
 * phones, with its name.
 */
const ownPages = {
  registers: "register-api",
  forwarding: "forwarding-api",
  people: "people-api",
  tokens: "people-api",
  "log-in": "people-api",
  account: "people-api",
} as const;

export type OwnPageName = (typeof ownPages)[keyof typeof ownPages];

/** Returns the name of the page of the endpoints of a tag. */
export function pageOfTag(tag: string): OwnPageName | "http-api" {
  return Object.hasOwn(ownPages, tag) ? ownPages[tag as keyof typeof ownPages] : "http-api";
}

/** Returns the name of the page of an endpoint. */
export function findPageName({ operation }: Endpoint): string {
  return pageOfTag(operation.tags?.[0] ?? "");
}

/** Returns the error codes that an operation names in the descriptions of its responses. */
export function listCodes({ responses }: Operation): ErrorCode[] {
  return Object.values(responses).flatMap(({ description }) =>
    description.split("\n\n").flatMap((line) => {
      const code = line.split(":", 1)[0]!;
      return isCode(code) ? [code] : [];
    }),
  );
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text);
}
