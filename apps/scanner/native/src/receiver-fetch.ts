import { CapacitorCookies, CapacitorHttp, type HttpResponse } from "@capacitor/core";
import { askInPageLanguage } from "../../src/platform/response-language.ts";
import { toNetworkError } from "./network-error.ts";

export const receiverFetch = createNativeFetch(CapacitorHttp, CapacitorCookies);

/**
 * The timeout of the native side, which cannot be aborted. `send()` of packages/webhook has the
 * same one.
 */
const timeoutMs = 15_000;

/**
 * Returns a `fetch` that uses the HTTP client of the system, which has no CORS. It does not follow
 * redirects. Both systems keep cookies and would send them, so all cookies are deleted before each
 * request. No credentials are sent but those in the headers of the request, because the app stores
 * none with the system.
 */
export function createNativeFetch(
  http: Pick<typeof CapacitorHttp, "request">,
  cookies: Pick<typeof CapacitorCookies, "clearAllCookies">,
): typeof fetch {
  return async (input, init) => {
    // The system names its own languages, if any.
    const request = new Request(input, askInPageLanguage(init, undefined));
    const { signal } = request;
    signal.throwIfAborted();
    const url = new URL(request.url);
    url.hash = "";
    const body = await request.text();
    const post = async () => {
      await cookies.clearAllCookies();
      signal.throwIfAborted();
      return http.request({
        url: url.href,
        method: request.method,
        headers: capitalizeHeaders(request),
        ...(body === "" ? {} : { data: body }),
        disableRedirects: true,
        responseType: "text",
        connectTimeout: timeoutMs,
        readTimeout: timeoutMs,
      });
    };
    return toResponseUntilAborted(signal, post());
  };
}

/**
 * Returns the response, or rejects once the signal is aborted. The request then continues, and its
 * response is ignored.
 */
async function toResponseUntilAborted(
  signal: AbortSignal,
  request: Promise<HttpResponse>,
): Promise<Response> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return toResponse(await Promise.race([request, aborted]));
  } catch (error) {
    throw signal.aborted ? signal.reason : toNetworkError(error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Returns the headers with the capitalized names that the native sides look up. */
function capitalizeHeaders(request: Request): Record<string, string> {
  const capitalized = [...request.headers].map(([name, value]) => [
    name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(capitalized);
}

/** A Response with one of these statuses must have no body (Fetch standard, null body status). */
const nullBodyStatuses = [204, 205, 304];

function toResponse({ status, headers, data }: HttpResponse): Response {
  const responseHeaders = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      responseHeaders.append(name, String(value));
    } catch {
      // `Headers` rejects names and values that no browser shows to a page.
    }
  }
  const text = toText(data, responseHeaders.get("content-type"));
  return new Response(nullBodyStatuses.includes(status) ? null : text, {
    status,
    headers: responseHeaders,
  });
}

/**
 * Returns the text of a body that the native side may have parsed. Both systems parse a body whose
 * type contains `application/json` (`HttpRequestHandler` of Capacitor 8). Android also parses the
 * body of a failed request in `application/vnd.api+json`. A body of any other type is text.
 */
function toText(data: unknown, type: string | null): string {
  if (data === undefined || data === null) return "";
  if (typeof data !== "string") return JSON.stringify(data);
  // Android does not parse a body whose type is in capital letters, so the string may be the body.
  const isParsed = /application\/json/i.test(type ?? "") && !isObject(data);
  return isParsed ? JSON.stringify(data) : data;
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
