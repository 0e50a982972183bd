import { say } from "../../texts/exact-message.ts";
import { basicCredentials } from "../authentication/basic-credentials.ts";
import type { Kind } from "../kind.ts";
import { joinUrl, jsonRequest } from "./json-request.ts";

/**
 * The scan relay of Spoolman, `POST /api/v1/tag/scan` (Donkie/Spoolman#1096, August 2026): it shows
 * the spool in every browser that follows the reader. Older versions do not support tags and
 * respond with 404.
 */
export const spoolman: Kind = {
  name: "spoolman",
  title: "Spoolman",
  summary: "Scanning a tag opens its spool of filament.",
  group: "data",
  via: "http",
  fields: [
    {
      name: "server",
      label: "Address",
      help: "Needs a Spoolman with support for tags (August 2026 or later).",
      type: "url",
      required: true,
      placeholder: "http://spoolman.local:7912",
    },
    {
      name: "reader",
      label: "Reader name",
      help: "The name to pair a browser with in Spoolman's settings. Leave empty for the inbox and user of the scan.",
      type: "text",
    },
    { name: "username", label: "User", help: "For a proxy that requires a log-in.", type: "text" },
    { name: "password", label: "Password", type: "text", secret: true },
  ],
  shapes: [],

  createMessages({ settings, secrets, scan, preview }) {
    if (scan.tag === undefined) {
      const reason = say("spool-needs-uid");
      return { ok: false, reason };
    }
    const name = String(settings.reader ?? "") || [scan.inbox, scan.user].filter(Boolean).join(" ");
    const body = {
      uid: scan.tag,
      reader_id: toReaderId(name),
      name: [...name].slice(0, 64).join(""),
      format: scan.tagType === "openPrintTag" ? "openprinttag" : undefined,
    };
    const user = String(settings.username ?? "");
    const authorization = basicCredentials(user, secrets.password ?? "", preview);
    const headers: Record<string, string> = user === "" ? {} : { authorization };
    return {
      ok: true,
      messages: [jsonRequest(joinUrl(settings.server, "api/v1/tag/scan"), body, { headers })],
    };
  },
};

/** Returns an id of `[A-Za-z0-9._:-]{1,64}`, as Spoolman requires. */
export function toReaderId(name: string): string {
  return name.replace(/[^A-Za-z0-9._:-]+/g, "-").slice(0, 64) || "scanhook";
}
