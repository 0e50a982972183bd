import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findKind } from "../kinds.ts";
import { bytes, chatText, fitText, outsideAddresses, toPlainText } from "./chat-text.ts";
import { escapeDiscord } from "./discord.ts";
import { withoutMarkup } from "./google-chat.ts";
import { escapeSlack } from "./slack.ts";
import { withoutMentions } from "./telegram.ts";
import { codeScan, hostileScan, hostileText, make, nfcScan, request } from "./testing/messages.ts";

const url = "https://chat.example.org/hooks/secret";
const said = `PLA black
https://example.org/spools/12
2026-05-12T14:23:01Z · door · anna`;

describe("what each chat's documentation shows", () => {
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: { "text": "Hello, world." }
  test("Slack", () => {
    const { method, url: to, headers, json } = request("slack", { secrets: { url } });
    expect({ method, to, headers }).toEqual({
      method: "POST",
      to: url,
      headers: { "content-type": "application/json" },
    });
    expect(json).toEqual({ text: said, mrkdwn: false, unfurl_links: false, unfurl_media: false });
    const { judge } = findKind("slack")!;
    expect(judge?.({ status: 200, body: "ok" })).toBeUndefined();
    expect(judge?.({ status: 200, body: "<html>Log in</html>" })).toMatch(/^Slack answered .*\.$/);
  });

  // https://docs.discord.com/developers/resources/webhook#execute-webhook
  test("Discord", () => {
    const scan = codeScan("*4711*");
    const made = request("discord", { secrets: { url }, settings: { username: "Door" }, scan });
    expect(made.url).toBe(`${url}?wait=true`);
    expect(made.json).toEqual({
      content: "\\*4711\\*\n2026\\-05\\-12T14:23:01Z · door · anna",
      username: "Door",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    const inThread = request("discord", { secrets: { url: `${url}?thread_id=1` } });
    expect(inThread.url).toBe(`${url}?thread_id=1&wait=true`);
  });

  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
  test("Microsoft Teams", () => {
    expect(request("teams", { secrets: { url } }).json).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: said
              .split("\n")
              .map((text) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] })),
          },
        },
      ],
    });
  });

  // https://core.telegram.org/bots/api#sendmessage and #making-requests
  test("Telegram", () => {
    const settings = { chat: "-1001234567890", thread: 5 };
    const made = request("telegram", { settings, secrets: { token: "123456:ABC-DEF" } });
    expect(made.url).toBe("https://api.telegram.org/bot123456:ABC-DEF/sendMessage");
    expect(made.json).toEqual({
      chat_id: "-1001234567890",
      message_thread_id: 5,
      text: said,
      disable_notification: false,
      link_preview_options: { is_disabled: true },
    });
    const { judge } = findKind("telegram")!;
    expect(judge?.({ status: 200, body: '{"ok":true,"result":{}}' })).toBeUndefined();
    const refused = '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}';
    expect(judge?.({ status: 200, body: refused })).toBe(
      "Telegram did not take the message: Bad Request: chat not found.",
    );
    expect(judge?.({ status: 200, body: "" })).toBe("Telegram did not take the message.");
  });

  // https://developers.google.com/workspace/chat/quickstart/webhooks: { "text": "Hello from a Node script!" }
  test("Google Chat", () => {
    const made = request("google-chat", { secrets: { url }, scan: codeScan("4711") });
    expect(made.url).toBe(url);
    expect(made.json).toEqual({ text: "4711\n2026-05-12T14:23:01Z · door · anna" });
  });

  // https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
  test("Matrix", () => {
    const settings = { server: "https://matrix.example.org/", room: "!a/b:example.org" };
    const made = request("matrix", { settings, secrets: { token: "syt_x" } });
    expect(made.method).toBe("PUT");
    expect(made.url).toBe(
      "https://matrix.example.org/_matrix/client/v3/rooms/!a%2Fb%3Aexample.org/send/m.room.message/msg_1",
    );
    expect(made.headers.authorization).toBe("Bearer syt_x");
    expect(made.json).toEqual({ msgtype: "m.text", body: said, "m.mentions": {} });
  });

  // https://docs.ntfy.sh/publish/#publish-as-json
  test("ntfy", () => {
    const settings = { topic: "mytopic", priority: "4", tags: "warning, cd," };
    const made = request("ntfy", { settings });
    expect(made.url).toBe("https://ntfy.sh");
    expect(made.json).toEqual({
      topic: "mytopic",
      title: "PLA black scanned",
      message: "https://example.org/spools/12\n2026-05-12T14:23:01Z · door · anna",
      priority: 4,
      tags: ["warning", "cd"],
    });
    // https://docs.ntfy.sh/publish/#authentication: testuser and fakepassword
    const basic = { topic: "t", auth: "basic", username: "testuser" };
    const { headers } = request("ntfy", { settings: basic, secrets: { password: "fakepassword" } });
    expect(headers.authorization).toBe("Basic dGVzdHVzZXI6ZmFrZXBhc3N3b3Jk");
    const token = request("ntfy", {
      settings: { topic: "t", auth: "token" },
      secrets: { token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" },
    });
    expect(token.headers.authorization).toBe("Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2");
  });
});

test("a route's own words are plain text, too: nothing in them or in the scan is markup", () => {
  const shape = { format: "text", template: "*{{ content }}* <!here>" } as const;
  const scan = codeScan("<!channel> & more");
  expect(request("slack", { secrets: { url }, shape, scan }).json).toMatchObject({
    text: "*&lt;!channel&gt; &amp; more* &lt;!here&gt;",
  });
});

test("a scan without any text still says something", () => {
  const shape = { format: "text", template: "{{ nothing }}" } as const;
  expect(request("telegram", { settings: { chat: "1" }, shape }).json).toMatchObject({ text: "–" });
});

test("Slack: what was escaped reads as it was, and nothing can be a mention or a link", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const escaped = escapeSlack(text);
      expect(escaped).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
      expect(escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(
        text,
      );
    }),
  );
});

test("Discord: outside of addresses every character of its markup is escaped, and nothing is lost", () => {
  fc.assert(
    fc.property(hostileText.map(toPlainText), (text) => {
      const plain: string[] = [];
      outsideAddresses(text, (part) => {
        const escaped = escapeDiscord(part);
        expect(escaped.replace(/\\[^\sA-Za-z0-9]/g, "")).not.toMatch(/[\\*_~`|<>@#[\]()-]/);
        expect(escaped.replace(/\\([^\sA-Za-z0-9])/g, "$1")).toBe(part);
        plain.push(part);
        return part;
      });
      expect(outsideAddresses(text, (part) => part)).toBe(text);
    }),
  );
});

test("Telegram: no @name is found, Google Chat: no markup; what is seen stays the same", () => {
  fc.assert(
    fc.property(hostileText.map(toPlainText), (text) => {
      const seen = (shown: string) => shown.replaceAll("\u2060", "");
      outsideAddresses(text, (part) => {
        expect(withoutMentions(part)).not.toMatch(/@\w/);
        expect(seen(withoutMentions(part))).toBe(part);
        expect(withoutMarkup(part)).not.toMatch(/(?<!\u2060)[<>*_~`|]|[<>*_~`|](?!\u2060)/);
        expect(seen(withoutMarkup(part))).toBe(part);
        return part;
      });
    }),
  );
});

test("addresses stay as they are, also where they hold what would be markup elsewhere", () => {
  for (const address of ["https://example.org/a_b_c", "http://192.168.1.5:8080/x?y=*z*"]) {
    for (const escaped of [escapeDiscord, withoutMarkup, withoutMentions]) {
      expect(escaped(`*see* ${address}`)).toMatch(/^\S*see\S* /);
      expect(escaped(`*see* ${address}`).endsWith(` ${address}`)).toBe(true);
    }
  }
  expect(escapeDiscord("x**https://a**")).toBe("x\\*\\*https://a\\*\\*");
  expect(escapeDiscord("https://<@1>")).toBe("https://\\<\\@1\\>");
});

test("a text that is too long is cut between characters and ends with …, within the limit", () => {
  const measures = [undefined, bytes];
  const escapes = [escapeSlack, escapeDiscord, withoutMarkup, undefined];
  fc.assert(
    fc.property(
      hostileText,
      fc.integer({ min: 10, max: 60 }),
      fc.constantFrom(...measures),
      fc.constantFrom(...escapes),
      (given, limit, size = (text) => text.length, escaped = (text) => text) => {
        const text = toPlainText(given);
        const fitting = fitText(text, limit, escaped, size);
        expect(size(fitting)).toBeLessThanOrEqual(limit);
        expect(fitting.isWellFormed()).toBe(true);
        if (size(escaped(text)) <= limit) expect(fitting).toBe(escaped(text));
        else expect(fitting).toMatch(/…$/);
      },
    ),
  );
  expect(fitText("😀😀😀", 4)).toBe("😀…");
});

const limits = {
  slack: 40_000,
  discord: 2000,
  teams: 28_000,
  telegram: 4096,
  "google-chat": 32_000,
};

test.each(Object.entries(limits))("%s: no scan makes a message above %i", (kind, limit) => {
  const settings = { chat: "1" };
  const long = [..."a<&*_@😀\u0001\n漢".repeat(6000)].sort().join("");
  for (const content of [long, "\n".repeat(50_000), "&".repeat(50_000), "a\n".repeat(30_000)]) {
    const { json, body } = request(kind, { secrets: { url }, settings, scan: codeScan(content) });
    const { text, content: said } = json as { text?: string; content?: string };
    expect((said ?? text ?? body).length).toBeLessThanOrEqual(limit);
    if (kind === "teams" || kind === "google-chat") expect(bytes(body)).toBeLessThanOrEqual(limit);
  }
});

test("no scan breaks a chat: every one makes JSON with a text in it", () => {
  const settings = { chat: "1", topic: "t", server: "https://example.org", room: "!a" };
  const secrets = { url, token: "1:a" };
  const chats = ["slack", "discord", "teams", "telegram", "google-chat", "matrix", "ntfy"];
  fc.assert(
    fc.property(hostileScan, fc.constantFrom(...chats), (scan, kind) => {
      const made = make(kind, { settings, secrets, scan });
      expect(made.ok).toBe(true);
      expect(request(kind, { settings, secrets, scan }).json).toBeTypeOf("object");
    }),
  );
});

test("what cannot be seen or turns the writing around is left out", () => {
  expect(toPlainText("a\u202eb\u0000c\u200bd\r\n\r\n\r\n\r\ne \u2028f\ud83d")).toBe(
    "abcd\n\ne\nf\ufffd",
  );
  const said = chatText({ shape: { format: "ready-made" }, scan: nfcScan } as never);
  expect(said).toMatchObject({ ok: true });
});
