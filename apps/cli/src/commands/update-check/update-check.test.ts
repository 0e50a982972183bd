import { createServer, type RequestListener, type Server } from "node:http";
import { Readable } from "node:stream";
import fc from "fast-check";
import { generateRssFeed } from "feedsmith";
import { afterEach, describe, expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";
import { compareVersions, parseReleaseFeed } from "./release-feed.ts";

type Item = { version: string; date?: string; title?: string; text?: string };

/**
 * Makes a feed with items like those of the site's feed. scripts/release/release-feed.test.ts reads
 * the feed of the site.
 */
function feedOf(items: Item[]): string {
  return generateRssFeed({
    title: "Scanhook: releases",
    link: "https://y.example/changelog/",
    description: "Releases of Scanhook.",
    items: items.map(({ version, date, title = `Scanhook ${version}`, text = "" }) => ({
      title,
      link: `https://y.example/changelog/?a&b#${version}`,
      guid: { value: `scanhook/${version}`, isPermaLink: false },
      ...(date && { pubDate: new Date(date) }),
      description: text,
      content: { encoded: `<p>${text}</p>` },
    })),
  });
}

const items = [
  { version: "Unreleased", text: "</item><item><guid>scanhook/99.0.0</guid>" },
  { version: "9.1.0", title: "Scanhook 9.1.0 (withdrawn)" },
  { version: "9.0.9", date: "2026-12-01", text: "Right & proper" },
  { version: "9.0.10", date: "2026-12-02" },
  { version: "9.2.0-rc.1" },
];

describe("parseReleaseFeed", () => {
  test("reads releases, newest version first, without withdrawn ones and previews", () => {
    expect(parseReleaseFeed(feedOf(items))).toEqual([
      {
        version: "9.0.10",
        date: "2026-12-02",
        link: "https://y.example/changelog/?a&b#9.0.10",
      },
      {
        version: "9.0.9",
        date: "2026-12-01",
        link: "https://y.example/changelog/?a&b#9.0.9",
      },
    ]);
  });

  test("reads every version of any feed", () => {
    const part = fc.nat(999);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(part, part, part).map((parts) => parts.join("."))),
        fc.string(),
        (versions, text) => {
          const feed = feedOf(versions.map((version) => ({ version, text })));
          const read = parseReleaseFeed(feed)?.map(({ version }) => version);
          expect(new Set(read)).toEqual(new Set(versions));
          expect(read).toEqual(read?.toSorted((a, b) => compareVersions(b, a)));
        },
      ),
    );
  });

  test("finds no feed in other texts", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseReleaseFeed(text)).toBeUndefined();
      }),
    );
    expect(parseReleaseFeed("<!doctype html><title>Scanhook</title>")).toBeUndefined();
  });
});

describe("scanhook update-check", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return `http://127.0.0.1:${port}/feed.xml`;
  }

  test("names the newest version of the feed in the environment", async () => {
    const feed = await serve((_, response) => response.end(feedOf(items)));
    const env = { SCANHOOK_RELEASE_FEED: feed };
    const { code, stdout } = await runScanhook(["update-check"], { env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Version 9\.0\.10 of 2026-12-02 is out; this is \S+\.\n {2}Changes {2}https:\/\/y\.example\/\S+\n$/,
      ),
    });
    const json = await runScanhook(["update-check", "--json"], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({ newer: { version: "9.0.10" } });
  });

  test("says when nothing newer is out", async () => {
    const feed = await serve((_, response) => response.end(feedOf([{ version: "0.0.1" }])));
    const { code, stdout } = await runScanhook(["update-check", "--feed", feed]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^No version newer than \S+ is out\.\n$/),
    });
  });

  test("asks nobody until a feed is set, and says how to set it", async () => {
    const { code, stderr } = await runScanhook(["update-check"], { env: {} });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^No feed of releases is set\. Give --feed URL, or set SCANHOOK_RELEASE_FEED to its address\.\n/,
    );
  });

  test.each([
    ["a page", (_, response) => response.end("<!doctype html>"), / is no feed of releases/],
    ["a missing page", (_, response) => response.writeHead(404).end(), / answered with 404/],
    ["no response", (request) => request.socket.destroy(), / did not respond \(/],
    [
      "an endless body",
      (_, response) => void Readable.from(endless()).pipe(response),
      / is no feed of releases/,
    ],
  ] satisfies [string, RequestListener, RegExp][])(
    "says that %s is not the feed",
    async (_, listener, sentence) => {
      const feed = await serve(listener);
      const { code, stderr } = await runScanhook(["update-check", "--feed", feed]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
    },
  );

  test("the hub accepts the variable of the feed as none of its settings", async () => {
    const env = { SCANHOOK_RELEASE_FEED: "https://example.org/changelog/feed.xml" };
    const { stderr } = await runScanhook(["serve", "--http-port", "none"], { env });
    expect(stderr).toContain("--http-port");
    expect(stderr).not.toContain("SCANHOOK_RELEASE_FEED");
  });
});

/** A feed that begins and never ends. */
function* endless() {
  yield "<rss>";
  for (;;) yield Buffer.alloc(1 << 20, " ");
}
