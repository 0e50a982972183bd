import { printBasic } from "@scanhook/webhook";
import type { Kind } from "../kind.ts";
import { below, jsonRequest } from "./json-request.ts";

/**
 * The scan relay of Spoolman, `POST /api/v1/tag/scan` (Donkie/Spoolman#1096, August 2026): it shows the spool in every
 * browser that follows the reader. Older versions know nothing of tags and answer 404.
 */
export const spoolman: Kind = {
  name: "spoolman",
  title: "Spoolman",
  summary: "A tag that was scanned opens its spool of filament.",
  group: "data",
  via: "http",
  fields: [
    {
      name: "server",
      label: "Address",
      help: "Needs a Spoolman that knows tags (August 2026 or later).",
      type: "url",
      required: true,
      placeholder: "http://spoolman.local:7912",
    },
    {
      name: "reader",
      label: "Name of the reader",
      help: "A browser is paired with it in Spoolman's settings. Empty: inbox and user of the scan.",
      type: "text",
    },
    { name: "username", label: "User", help: "For a proxy that asks for it.", type: "text" },
    { name: "password", label: "Password", type: "text", secret: true },
  ],
  shapes: [],

  make({ settings, secrets, scan, preview }) {
    if (scan.tag === undefined) {
      const reason =
        "Spoolman knows spools by the UID of their tag, and this scan has none; let the route take NFC scans only.";
      return { ok: false, reason };
    }
    const name = String(settings.reader ?? "") || [scan.inbox, scan.user].filter(Boolean).join(" ");
    const body = {
      uid: scan.tag,
      reader_id: toReaderId(name),
      name: [...name].slice(0, 64).join(""),
      ...(scan.tagType === "openPrintTag" ? { format: "openprinttag" } : {}),
    };
    const user = String(settings.username ?? "");
    const credentials = preview
      ? `Basic ‹base64 of ${user}:${secrets.password}›`
      : printBasic(user, secrets.password ?? "");
    const headers: Record<string, string> = user === "" ? {} : { authorization: credentials };
    return {
      ok: true,
      messages: [jsonRequest(below(settings.server, "api/v1/tag/scan"), body, { headers })],
    };
  },
};

/** `[A-Za-z0-9._:-]{1,64}` is what Spoolman takes. */
export function toReaderId(name: string): string {
  return name.replace(/[^A-Za-z0-9._:-]+/g, "-").slice(0, 64) || "scanhook";
}
