import type { StoredScan } from "@scanhook/hub";
import { type Parsed, refuse } from "../input/parsed.ts";
import { requestApi } from "./request-api.ts";

/**
 * Requests the last scan of a source from a hub. The value is undefined if there is no scan yet.
 */
export async function requestLastScan(
  hub: URL,
  source: "nfc" | "code",
  token: string,
): Promise<Parsed<StoredScan | undefined>> {
  const response = await requestApi(hub, token, { path: `api/last/${source}` });
  if (!response.ok) return response;
  const { status, body, code } = response.value;
  if (status === 404 && code === "nothing-scanned") return { ok: true, value: undefined };
  if (status === 200 && isScan(body)) return { ok: true, value: body };
  return refuse(
    `${hub.origin} did not respond like a Scanhook hub (${status}); check the address.`,
  );
}

function isScan(body: unknown): body is StoredScan {
  return typeof (body as { content?: unknown } | undefined)?.content === "string";
}
