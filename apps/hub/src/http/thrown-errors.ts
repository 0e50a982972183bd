import type { FastifyError, FastifyInstance } from "fastify";
import { StoreUnavailable } from "../store/unavailable.ts";
import { type ExactMessage, exactMessage } from "../texts/exact-message.ts";
import { refuse } from "./errors.ts";
import { createProblemLog } from "./problem-log.ts";
import { keepReading } from "./unread-bodies.ts";

/**
 * Converts errors that handlers throw to errors of the table. Logs an unexpected error, and does
 * not show its message.
 */
export function handleErrors(app: FastifyInstance): void {
  const logProblem = createProblemLog("the store cannot be used");
  app.setNotFoundHandler(({ method, url }, reply) => {
    // A scanner posts to an address that a person has typed, often without the inbox.
    const isScan = method === "POST" && !url.startsWith("/api/");
    return refuse(reply, "not-found", isScan ? exactMessage("no-inbox-in-address") : undefined);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    keepReading(error, request, reply);
    if (error instanceof StoreUnavailable) {
      logProblem(request.log, error.problem, error);
      return refuse(reply.header("retry-after", 5), "store-unavailable");
    }
    if (error.statusCode === 413) {
      return refuse(reply, "body-too-large", describeTooLarge(request.routeOptions.bodyLimit));
    }
    if (error.statusCode === 415) return refuse(reply, "wrong-media-type");
    if (error.validation || (error.statusCode !== undefined && error.statusCode < 500)) {
      const rule = findRule(error, request.routeOptions.schema?.body);
      return refuse(reply, "invalid-request", describeInvalid(error, rule), findField(error));
    }
    request.log.error({ err: error }, "a request failed");
    return refuse(reply, "internal");
  });
}

function describeTooLarge(limit: number | undefined): ExactMessage | undefined {
  if (limit === undefined) return undefined;
  return exactMessage("body-over-limit", { limit: String(limit / 1024) });
}

function describeInvalid(error: FastifyError, rule: string | undefined): ExactMessage {
  // The message of a JSON parser quotes the body, which may hold secrets, so it is not used here.
  const detail = error.validation
    ? (rule ?? describeValidation(error))
    : (bodyErrors[error.code] ?? "its JSON is malformed");
  return exactMessage("request-detail", { detail: `${detail}` });
}

const bodyErrors: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: "its JSON body is empty",
};

/**
 * If a field does not match its pattern, returns the rule from its description, because people
 * cannot read patterns. Otherwise returns undefined.
 */
function findRule({ validation }: FastifyError, body: unknown): string | undefined {
  const [firstError] = validation ?? [];
  if (firstError?.keyword !== "pattern") return undefined;
  let schema = body as { properties?: object; description?: string } | undefined;
  const path = firstError.instancePath.split("/").slice(1);
  for (const name of path) schema = new Map(Object.entries(schema?.properties ?? {})).get(name);
  const description = schema?.description?.replace(/\.$/, "");
  return description && `body/${path.join("/")} must be ${description}`;
}

/** Describes the first error of the schema validator in words that name the wrong field. */
function describeValidation({
  message,
  validation = [],
  validationContext,
}: FastifyError): string | undefined {
  const [firstError] = validation;
  const location = `${validationContext ?? "body"}${firstError?.instancePath ?? ""}`;
  const unknownField = firstError?.params.additionalProperty;
  if (unknownField !== undefined) {
    const name = String(unknownField).slice(0, 64);
    return validationContext === "querystring"
      ? `there is no parameter “${name}”`
      : `${location} has no field “${name}”`;
  }
  const allowedValues = firstError?.params.allowedValues;
  if (Array.isArray(allowedValues)) return `${location} must be one of ${allowedValues.join(", ")}`;
  const choices = findChoices(validation);
  if (choices.length > 1) return `${location} must be one of ${choices.join(", ")}`;
  if (firstError?.keyword === "minProperties") return `${location} must have at least one field`;
  // A time may be a date or a date-time. The validator then reports both formats.
  if (firstError?.keyword === "format" && validation.length > 1) {
    return `${location} must be a date or a time such as 2026-05-12 or 2026-05-12T14:23:01Z`;
  }
  return message;
}

/**
 * Returns the values that a field may have, if the only error is that it has none of them.
 * Otherwise returns an empty list.
 */
function findChoices(validation: NonNullable<FastifyError["validation"]>): unknown[] {
  const isAboutOneField = validation.every(
    ({ instancePath, keyword }) =>
      instancePath === validation[0]?.instancePath && (keyword === "const" || keyword === "anyOf"),
  );
  if (!isAboutOneField) return [];
  return validation.flatMap(({ params }) => params.allowedValue ?? []);
}

/** Returns the path of the wrong field of the body, if the validator names one. */
function findField({ validation, validationContext }: FastifyError): string | undefined {
  const [firstError] = validation ?? [];
  if (!firstError || validationContext !== "body") return undefined;
  const fieldName = firstError.params.missingProperty ?? firstError.params.additionalProperty;
  const path = firstError.instancePath.split("/").slice(1);
  const field = [...path, ...(fieldName === undefined ? [] : [String(fieldName)])].join(".");
  return field === "" ? undefined : field;
}
