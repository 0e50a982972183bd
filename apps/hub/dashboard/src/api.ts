import { pageLanguage, pageLocale, readChosenLanguage } from "@scanhook/texts/reader";
import type { HubError } from "@scanhook/texts/translate-error";
import type { EntryOfTag } from "../../src/store/care.ts";
import type { InboxRecord } from "../../src/store/inboxes.ts";
import type { ExpiringScans } from "../../src/store/retention.ts";
import type { StoredScan as HubScan } from "../../src/store/stored-scan.ts";
import type { TagRecord } from "../../src/store/tags.ts";
import { texts } from "./texts/page.ts";

export type Inbox = InboxRecord;
export type Credential = InboxRecord["credentials"][number];
/** A tag, with the entries of registers that have its UID as a code. */
export type Tag = Omit<TagRecord, "lastScan"> & {
  lastScan?: StoredScan | undefined;
  entries?: EntryOfTag[];
};
/** A scan with the name of the person to whom its user belongs. */
export type StoredScan = HubScan & { person?: string | undefined };
export type Source = NonNullable<HubScan["source"]>;
/** `clockWrong`: the clock of the hub was wrong when it received the scan. */
export type WholeScan = StoredScan & { body: string; clockWrong?: true };
export type { ExpiringScans };

/**
 * The data of a response, or an error whose message is shown to the user. `field` is the dotted
 * path of the invalid field. `current` has the current values if an edit started from an older
 * revision.
 */
export type Result<T> =
  | { ok: true; data: T }
  | {
      ok: false;
      status: number;
      code: string;
      message: string;
      field?: string | undefined;
      current?: unknown;
    };

export type Failure = Extract<Result<never>, { ok: false }>;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Sends a request to the hub. Never throws: an unreachable hub is a failure with status 0. The data
 * of a response without a body is `undefined`.
 */
export async function sendRequest<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: { fetch?: typeof fetch; signal?: AbortSignal | undefined } = {},
): Promise<Result<T>> {
  const send = options.fetch ?? fetch;
  try {
    const response = await send(path, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...describeLanguage(),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: options.signal ?? null,
    });
    const text = await response.text();
    return response.ok
      ? { ok: true, data: (text ? JSON.parse(text) : undefined) as T }
      : await toFailure(response.status, text);
  } catch {
    return { ok: false, status: 0, code: "unreachable", message: texts.errors.unreachable };
  }
}

/**
 * Returns the header for the language that the person chose. Without a choice, the browser sends
 * the header of its own languages.
 */
function describeLanguage(): Record<string, string> {
  const locale = pageLocale();
  const isChosen = readChosenLanguage() !== undefined && locale !== navigator.languages[0];
  return isChosen ? { "accept-language": locale } : {};
}

async function toFailure(status: number, text: string): Promise<Failure> {
  const error = parseError(text);
  return {
    ok: false,
    status,
    code: error?.code ?? "unknown",
    message: error ? await say(error) : texts.errors.status({ status }),
    field: error?.field,
    current: error?.current,
  };
}

/** Returns the sentence of an error in the language of the page. */
async function say(error: HubError): Promise<string> {
  if (pageLanguage() === "en") return error.message;
  const loading = import("./say-error.ts").then(({ sayError }) => sayError(error));
  return loading.catch(() => error.message);
}

type ParsedError = HubError & Pick<Failure, "code" | "field" | "current">;

function parseError(text: string): ParsedError | undefined {
  try {
    const { error, current } = JSON.parse(text) as {
      error?: Record<string, unknown>;
      current?: unknown;
    };
    if (typeof error?.code !== "string" || typeof error.message !== "string") return undefined;
    const { code, message, field, reason, values } = error;
    return {
      code,
      message,
      current,
      values: values as HubError["values"],
      field: typeof field === "string" ? field : undefined,
      reason: typeof reason === "string" ? reason : undefined,
    };
  } catch {
    return undefined;
  }
}
