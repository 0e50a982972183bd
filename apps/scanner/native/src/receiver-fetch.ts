import { CapacitorCookies, CapacitorHttp, type HttpResponse } from "@capacitor/core";
import { toNetworkError } from "./network-error.ts";

export const receiverFetch = createNativeFetch(CapacitorHttp, CapacitorCookies);

/** For the native side, which cannot be stopped: the same as send() gives each request. */
const timeoutMs = 15_000;

/**
 * `fetch` over the system's own HTTP: without CORS, and with redirects shown instead of followed. Both systems keep the
 * cookies they are given and would send them along, so all are thrown away before each request. Of credentials it
 * sends the header it is given; the app stores none with the system that it could send by itself.
 */
export function createNativeFetch(
  http: Pick<typeof CapacitorHttp, "request">,
  cookies: Pick<typeof CapacitorCookies, "clearAllCookies">,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
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
        headers: headersOf(request),
        ...(body === "" ? {} : { data: body }),
        disableRedirects: true,
        responseType: "text",
        connectTimeout: timeoutMs,
        readTimeout: timeoutMs,
      });
    };
    return until(signal, post());
  };
}

/** Ends with the signal, although the request itself goes on: its answer is then nobody's. */
async function until(signal: AbortSignal, answer: Promise<HttpResponse>): Promise<Response> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return toResponse(await Promise.race([answer, promise]));
  } catch (error) {
    throw signal.aborted ? signal.reason : toNetworkError(error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Spelled as the native sides look them up. */
function headersOf(request: Request): Record<string, string> {
  const named = [...request.headers].map(([name, value]) => [
    name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(named);
}

const withoutBody = [204, 205, 304];

function toResponse({ status, headers, data }: HttpResponse): Response {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      kept.append(name, String(value));
    } catch {
      // A name or value that no browser takes.
    }
  }
  const isJson = /\bjson\b/i.test(kept.get("content-type") ?? "");
  return new Response(withoutBody.includes(status) ? null : bodyOf(data, isJson), {
    status,
    headers: kept,
  });
}

/** JSON has been parsed already, its strings too, so it is printed again. */
function bodyOf(data: unknown, isJson: boolean): string {
  if (typeof data === "string" && !isJson) return data;
  return data === undefined || data === null ? "" : JSON.stringify(data);
}
