import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { say } from "../../texts/exact-message.ts";
import type { Kind } from "../kind.ts";
import { fitText } from "./chat-text.ts";
import { joinUrl } from "./json-request.ts";

/**
 * Line protocol: https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/, written
 * with `/api/v2/write` (https://docs.influxdata.com/influxdb/v2/api/v2/) or `/api/v3/write_lp`
 * (https://docs.influxdata.com/influxdb3/core/api/write-data/).
 */
export const influxdb: Kind = {
  name: "influxdb",
  title: "InfluxDB",
  summary: "A point for each scan, to count and chart.",
  group: "data",
  via: "http",
  fields: [
    {
      name: "server",
      label: "Address",
      type: "url",
      required: true,
      placeholder: "http://influxdb.local:8086",
    },
    {
      name: "version",
      label: "Version",
      type: "choice",
      default: "3",
      choices: [
        { value: "3", label: "InfluxDB 3" },
        { value: "2", label: "InfluxDB 2 and Cloud" },
      ],
    },
    {
      name: "database",
      label: "Database",
      type: "text",
      required: true,
      when: { field: "version", is: ["3"] },
    },
    {
      name: "org",
      label: "Organization",
      type: "text",
      required: true,
      when: { field: "version", is: ["2"] },
    },
    {
      name: "bucket",
      label: "Bucket",
      type: "text",
      required: true,
      when: { field: "version", is: ["2"] },
    },
    { name: "measurement", label: "Measurement", type: "text", default: "scan" },
    {
      name: "token",
      label: "Token",
      help: "A token with write access. Leave empty for a server without authentication.",
      type: "text",
      secret: true,
      copied: true,
    },
  ],
  shapes: [],

  checkFields: ({ settings }) =>
    // InfluxDB reserves names with _ and drops lines with # as comments.
    /^[_#]/.test(String(settings.measurement))
      ? { field: "measurement", reason: say("field-measurement", { label: "Measurement" }) }
      : undefined,

  createMessages({ settings, secrets, scan }) {
    const formatQuery = (values: Record<string, unknown>) =>
      Object.entries(values)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
        .join("&");
    const { org, bucket, database } = settings;
    const [path, scheme] =
      settings.version === "2"
        ? [`api/v2/write?${formatQuery({ org, bucket, precision: "ns" })}`, "Token"]
        : [`api/v3/write_lp?${formatQuery({ db: database, precision: "nanosecond" })}`, "Bearer"];
    const { token } = secrets;
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      ...(token ? { authorization: `${scheme} ${token}` } : {}),
    };
    const body = toLine(String(settings.measurement), scan);
    const url = joinUrl(settings.server, path);
    return { ok: true, messages: [{ via: "http", method: "POST", url, headers, body }] };
  },
};

/**
 * Returns a scan as one point in line protocol. Values that many scans share are tags, all others
 * are fields. InfluxDB merges two points with the same time and tags, so the digits below a
 * millisecond hold the scan's id.
 */
export function toLine(measurement: string, scan: OutgoingScan): string {
  const tags = Object.entries({
    inbox: scan.inbox,
    source: scan.source,
    tag: scan.tag,
    user: scan.user,
  }).flatMap(([name, value]) => {
    const text = toTagText(value ?? "");
    return text === "" ? [] : [`,${name}=${text}`];
  });
  const fields = Object.entries({
    content: scan.content,
    identifier: scan.identifier,
    tagName: scan.tagName,
    tagType: scan.tagType,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${toFieldText(value)}`]));
  const nanoseconds =
    BigInt(Date.parse(scan.receivedAt)) * 1_000_000n + BigInt(scan.id % 1_000_000);
  const name = toTagText(measurement).replaceAll("\\=", "=") || "scan";
  return `${name}${tags.join("")} ${[...fields, `id=${scan.id}i`].join(",")} ${nanoseconds}`;
}

/**
 * Replaces backslashes, because versions of InfluxDB read a backslash before an ordinary character
 * differently.
 */
function toTagText(text: string): string {
  return toOneLine(text).replaceAll("\\", "/").replace(/[, =]/g, "\\$&");
}

/** Returns a quoted string, which can have at most 64 kB. */
function toFieldText(text: string): string {
  const truncated = fitText(toOneLine(text), 60_000, undefined, Buffer.byteLength);
  return `"${truncated.replace(/["\\]/g, "\\$&")}"`;
}

/** Replaces control characters, because values cannot contain line breaks. */
function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
