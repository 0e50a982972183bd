import type { Command } from "../../command.ts";
import { parseArguments } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { createUsage, wrongUse } from "../../input/usage.ts";
import { summaries } from "../../summaries.ts";
import { readVersion } from "../../version.ts";
import { compareVersions, parseReleaseFeed, type Release } from "./release-feed.ts";

const options = {
  feed: { value: "URL", help: "the feed of releases (default: SCANHOOK_RELEASE_FEED)" },
  json: { help: "print one JSON object, for scripts" },
} as const;

const timeoutMs = 15_000;
/** The largest feed that is read, in bytes. */
const maxFeedBytes = 8 << 20;

export const updateCheck: Command = {
  name: "update-check",
  summary: summaries["update-check"],
  usage: createUsage("update-check", {
    lines: ["scanhook update-check [--feed URL] [--json]"],
    about: `Reads a feed of releases and says whether it names a newer version than this one. Scanhook asks nobody on its own: only
this command reads the feed, at the address that you set, and it tells nothing about your hub. The site of the project
makes the feed at changelog/feed.xml.`,
    options,
    after: "Exit code: 0 the feed was read, 1 it could not be read, 2 wrong use or no feed is set.",
    examples: ["scanhook update-check --feed https://example.org/changelog/feed.xml"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, updateCheck.usage);
    const { feed = io.env.SCANHOOK_RELEASE_FEED, json } = input.values;
    if (!feed) {
      const advice = "Give --feed URL, or set SCANHOOK_RELEASE_FEED to its address.";
      return wrongUse(io, `No feed of releases is set. ${advice}`, updateCheck.usage);
    }
    const url = URL.parse(feed);
    if (url?.protocol !== "https:" && url?.protocol !== "http:") {
      const reason = `The address of the feed begins with https://, not "${feed}".`;
      return wrongUse(io, reason, updateCheck.usage);
    }
    const read = await readReleases(url, io.signal);
    if (!read.ok) {
      io.stderr.write(`${read.reason}\n`);
      return 1;
    }
    const version = await readVersion();
    const [newest] = read.value;
    const newer = newest && compareVersions(newest.version, version) > 0 ? newest : undefined;
    if (json) io.stdout.write(`${JSON.stringify({ version, newer: newer ?? null })}\n`);
    else
      io.stdout.write(
        newer ? describe(newer, version) : `No version newer than ${version} is out.\n`,
      );
    return 0;
  },
};

function describe({ version, date, link }: Release, current: string): string {
  const changes = link ? `  Changes  ${link}\n` : "";
  return `Version ${version}${date ? ` of ${date}` : ""} is out; this is ${current}.\n${changes}`;
}

async function readReleases(url: URL, signal: AbortSignal | undefined): Promise<Parsed<Release[]>> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/rss+xml, application/xml;q=0.9, */*;q=0.1" },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return refuse(
        `${url.origin} answered with ${response.status}; check the address of the feed.`,
      );
    }
    const text = await readText(response);
    const releases = text === undefined ? undefined : parseReleaseFeed(text);
    if (!releases) {
      return refuse(
        `${url.href} is no feed of releases; it ends in changelog/feed.xml on the site.`,
      );
    }
    return { ok: true, value: releases };
  } catch (error) {
    const { cause = error } = error as Error;
    return refuse(
      `${url.origin} did not respond (${cause instanceof Error ? cause.message : cause}).`,
    );
  }
}

/** Returns the text of a body, or undefined if it has more than `maxFeedBytes`. */
async function readText({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxFeedBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
