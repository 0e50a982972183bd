import { type ErrorCode, errors } from "../../apps/hub/src/errors.ts";
import type { OpenApi, Operation } from "./described-hub.ts";
import { anchor } from "./markdown.ts";

export type Route = { method: string; path: string; name: string; operation: Operation };

/** Every operation of the document but HEAD, which is GET without a body. */
export function operationsOf({ paths }: OpenApi): Route[] {
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

/** A route's heading says both what it does and where. */
export function headingOf({ name }: Route): string {
  return name;
}

export function anchorOf(route: Route): string {
  return anchor(headingOf(route));
}

/** The error codes that an operation names in the descriptions of its answers. */
export function codesOf({ responses }: Operation): ErrorCode[] {
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
