import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findKind } from "../kinds.ts";
import { byteLength, chatText, escapeOutsideAddresses, fitText, toPlainText } from "./chat-text.ts";
import { escapeDiscord } from "./discord.ts";
import { disableMarkup } from "./google-chat.ts";
import { escapeSlack } from "./slack.ts";
import { disableMentions } from "./telegram.ts";
import {
  createCodeScan,
  createMessages,
  createMessagesVia,
  createRequest,
  hostileScan,
  hostileText,
  nfcScan,
  overdueAct,
} from "./testing/messages.ts";

const url = "https://chat.example.org/hooks/secret";
const mailSettings = { host: "smtp.example.org", from: "a@example.org", to: ["b@example.org"] };
const messageText = `PLA black
https://example.org/spools/12
2026-05-12T14:23:01Z · door · anna`;

describe("chats", () => {
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: { "text": "Hello,
  // world." }
  test("Slack gets the request that its documentation shows", () => {
    const { method, url: to, headers, json } = createRequest("slack", { secrets: { url } });
    expect({ method, to, headers }).toEqual({
      method: "POST",
      to: url,
      headers: { "content-type": "application/json" },
    });
    expect(json).toEqual({
      text: messageText,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
    const { checkResponse } = findKind("slack")!;
    expect(checkResponse?.({ status: 200, body: "ok" })).toBeUndefined();
    expect(checkResponse?.({ status: 200, body: "<html>Log in</html>" })).toMatch(
      /^Slack did not respond .*\.$/,
    );
  });

  // https://docs.discord.com/developers/resources/webhook#execute-webhook
  test("Discord gets the request that its documentation shows", () => {
    const scan = createCodeScan("*4711*");
    const result = createRequest("discord", {
      secrets: { url },
      settings: { username: "Door" },
      scan,
    });
    expect(result.url).toBe(`${url}?wait=true`);
    expect(result.json).toEqual({
      content: "\\*4711\\*\n2026\\-05\\-12T14:23:01Z · door · anna",
      username: "Door",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    const inThread = createRequest("discord", { secrets: { url: `${url}?thread_id=1` } });
    expect(inThread.url).toBe(`${url}?thread_id=1&wait=true`);
  });

  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
  test("Microsoft Teams gets the request that its documentation shows", () => {
    expect(createRequest("teams", { secrets: { url } }).json).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: messageText
              .split("\n")
              .map((text) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] })),
          },
        },
      ],
    });
  });

  // https://core.telegram.org/bots/api#sendmessage and #making-requests
  test("Telegram gets the request that its documentation shows", () => {
    const settings = { chat: "-1001234567890", thread: 5 };
    const result = createRequest("telegram", { settings, secrets: { token: "123456:ABC-DEF" } });
    expect(result.url).toBe("https://api.telegram.org/bot123456:ABC-DEF/sendMessage");
    expect(result.json).toEqual({
      chat_id: "-1001234567890",
      message_thread_id: 5,
      text: messageText,
      disable_notification: false,
      link_preview_options: { is_disabled: true },
    });
    const { checkResponse } = findKind("telegram")!;
    expect(checkResponse?.({ status: 200, body: '{"ok":true,"result":{}}' })).toBeUndefined();
    const refusedBody = '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}';
    expect(checkResponse?.({ status: 200, body: refusedBody })).toBe(
      "Telegram refused the message: Bad Request: chat not found.",
    );
    expect(checkResponse?.({ status: 200, body: "" })).toBe("Telegram refused the message.");
  });

  // https://core.telegram.org/bots/api#responseparameters; descriptions as its servers send them.
  test("Telegram's 400 is a matter of the destination if the chat is wrong, and of the scan if the text is", () => {
    const { findOwnFault } = findKind("telegram")!;
    const find = (response: object) =>
      findOwnFault?.({
        status: 400,
        body: JSON.stringify({ ok: false, error_code: 400, ...response }),
      });
    expect(
      find({
        description: "Bad Request: group chat was upgraded to a supergroup chat",
        parameters: { migrate_to_chat_id: -1001557912345 },
      }),
    ).toBe("The group has another number now. Enter -1001557912345 under “Chat”.");
    expect(find({ description: "Bad Request: chat not found" })).toMatch(/Check “Chat”/);
    expect(find({ description: "Bad Request: message is too long" })).toBeUndefined();
    expect(findOwnFault?.({ status: 400, body: "<html>" })).toBeUndefined();
  });

  // https://developers.google.com/workspace/chat/quickstart/webhooks: { "text": "Hello from a Node
  // script!" }
  test("Google Chat gets the request that its documentation shows", () => {
    const result = createRequest("google-chat", { secrets: { url }, scan: createCodeScan("4711") });
    expect(result.url).toBe(url);
    expect(result.json).toEqual({ text: "4711\n2026-05-12T14:23:01Z · door · anna" });
  });

  // https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
  test("Matrix gets the request that its documentation shows", () => {
    const settings = { server: "https://matrix.example.org/", room: "!a/b:example.org" };
    const result = createRequest("matrix", { settings, secrets: { token: "syt_x" } });
    expect(result.method).toBe("PUT");
    expect(result.url).toBe(
      "https://matrix.example.org/_matrix/client/v3/rooms/!a%2Fb%3Aexample.org/send/m.room.message/msg_1",
    );
    expect(result.headers.authorization).toBe("Bearer syt_x");
    expect(result.json).toEqual({ msgtype: "m.text", body: messageText, "m.mentions": {} });
  });

  // https://docs.ntfy.sh/publish/#publish-as-json
  test("ntfy gets the request that its documentation shows", () => {
    const settings = { topic: "mytopic", priority: "4", tags: "warning, cd," };
    const result = createRequest("ntfy", { settings });
    expect(result.url).toBe("https://ntfy.sh");
    expect(result.json).toEqual({
      topic: "mytopic",
      title: "PLA black scanned",
      message: "https://example.org/spools/12\n2026-05-12T14:23:01Z · door · anna",
      priority: 4,
      tags: ["warning", "cd"],
    });
    // https://docs.ntfy.sh/publish/#authentication: testuser and fakepassword
    const basic = { topic: "t", auth: "basic", username: "testuser" };
    const { headers } = createRequest("ntfy", {
      settings: basic,
      secrets: { password: "fakepassword" },
    });
    expect(headers.authorization).toBe("Basic dGVzdHVzZXI6ZmFrZXBhc3N3b3Jk");
    const token = createRequest("ntfy", {
      settings: { topic: "t", auth: "token" },
      secrets: { token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" },
    });
    expect(token.headers.authorization).toBe("Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2");
  });
});

test("the verdict of a register is the title and the text, without the content of its act", () => {
  const told = `Circular saw is lent to Grace Hopper; it was due on 2 May 2026.`;
  const where = "2026-05-12T14:23:01Z · register-events · anna";
  const { user: _, ...byDate } = overdueAct;
  const chats = { secrets: { url }, scan: overdueAct };
  expect(createRequest("slack", chats).json).toMatchObject({
    text: `OVERDUE · ${told}\n${where}`,
  });
  expect(createRequest("ntfy", { settings: { topic: "t" }, scan: byDate }).json).toMatchObject({
    title: "OVERDUE · Circular saw",
    message: `${told}\n2026-05-12T14:23:01Z · register-events`,
  });
  const [mail] = createMessagesVia("mail", "mail", { settings: mailSettings, scan: overdueAct });
  expect(mail!.subject).toBe("OVERDUE · Circular saw");
  expect(mail!.text).toContain(`${told}\n\nContent: Entry 5 of tools is overdue\n`);
});

test("a scan with a verdict is told with its content, and without names that were removed", () => {
  const { tagType: _, ...scan } = overdueAct;
  const ticket = { ...scan, content: "T-1" };
  expect(createRequest("slack", { secrets: { url }, scan: ticket }).json).toMatchObject({
    text: expect.stringMatching(/^OVERDUE · Circular saw .*\.\nT-1\n2026/),
  });
  const nameless = { ...ticket, verdict: { result: "look", code: "overdue" } as const };
  expect(createRequest("ntfy", { settings: { topic: "t" }, scan: nameless }).json).toMatchObject({
    title: "Code scanned",
    message: expect.stringMatching(/^T-1\n2026/),
  });
  const untitled = { ...ticket, verdict: { ...ticket.verdict!, title: undefined! } };
  const [mail] = createMessagesVia("mail", "mail", { settings: mailSettings, scan: untitled });
  expect(mail!.subject).toBe("OVERDUE · T-1");
});

test("the template of a route is plain text, without markup in it or in the scan", () => {
  const shape = { format: "text", template: "*{{ content }}* <!here>" } as const;
  const scan = createCodeScan("<!channel> & more");
  expect(createRequest("slack", { secrets: { url }, shape, scan }).json).toMatchObject({
    text: "*&lt;!channel&gt; &amp; more* &lt;!here&gt;",
  });
});

test("a scan without any text still has a message", () => {
  const shape = { format: "text", template: "{{ nothing }}" } as const;
  expect(createRequest("telegram", { settings: { chat: "1" }, shape }).json).toMatchObject({
    text: "–",
  });
});

test("Slack text reads as it was before escaping, without mentions and links", () => {
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

test("Discord markup is escaped outside of addresses, and nothing is lost", () => {
  fc.assert(
    fc.property(hostileText.map(toPlainText), (text) => {
      const plain: string[] = [];
      escapeOutsideAddresses(text, (part) => {
        const escaped = escapeDiscord(part);
        expect(escaped.replace(/\\[^\sA-Za-z0-9]/g, "")).not.toMatch(/[\\*_~`|<>@#[\]()-]/);
        expect(escaped.replace(/\\([^\sA-Za-z0-9])/g, "$1")).toBe(part);
        plain.push(part);
        return part;
      });
      expect(escapeOutsideAddresses(text, (part) => part)).toBe(text);
    }),
  );
});

test("Telegram finds no @name and Google Chat no markup, and the visible text stays the same", () => {
  fc.assert(
    fc.property(hostileText.map(toPlainText), (text) => {
      const removeJoiners = (joinedText: string) => joinedText.replaceAll("\u2060", "");
      escapeOutsideAddresses(text, (part) => {
        expect(disableMentions(part)).not.toMatch(/@\w/);
        expect(removeJoiners(disableMentions(part))).toBe(part);
        expect(disableMarkup(part)).not.toMatch(/(?<!\u2060)[<>*_~`|]|[<>*_~`|](?!\u2060)/);
        expect(removeJoiners(disableMarkup(part))).toBe(part);
        return part;
      });
    }),
  );
});

test("addresses stay as they are, even with characters that are markup elsewhere", () => {
  for (const address of ["https://example.org/a_b_c", "http://192.168.1.5:8080/x?y=*z*"]) {
    for (const escapeText of [escapeDiscord, disableMarkup, disableMentions]) {
      expect(escapeText(`*see* ${address}`)).toMatch(/^\S*see\S* /);
      expect(escapeText(`*see* ${address}`).endsWith(` ${address}`)).toBe(true);
    }
  }
  expect(escapeDiscord("x**https://a**")).toBe("x\\*\\*https://a\\*\\*");
  expect(escapeDiscord("https://<@1>")).toBe("https://\\<\\@1\\>");
});

test("a long text is truncated between characters, ends with … and stays within the limit", () => {
  const measures = [undefined, byteLength];
  const escapes = [escapeSlack, escapeDiscord, disableMarkup, undefined];
  fc.assert(
    fc.property(
      hostileText,
      fc.integer({ min: 10, max: 60 }),
      fc.constantFrom(...measures),
      fc.constantFrom(...escapes),
      (input, limit, measure = (text) => text.length, escapeText = (text) => text) => {
        const text = toPlainText(input);
        const fitted = fitText(text, limit, escapeText, measure);
        expect(measure(fitted)).toBeLessThanOrEqual(limit);
        expect(fitted.isWellFormed()).toBe(true);
        if (measure(escapeText(text)) <= limit) expect(fitted).toBe(escapeText(text));
        else expect(fitted).toMatch(/…$/);
      },
    ),
  );
  expect(fitText("😀😀😀", 4)).toBe("😀…");
});

const maxLengths = {
  slack: 40_000,
  discord: 2000,
  teams: 28_000,
  telegram: 4096,
  "google-chat": 32_000,
};

test.each(Object.entries(maxLengths))("%s: no scan makes a message above %i", (kind, limit) => {
  const settings = { chat: "1" };
  const longText = [..."a<&*_@😀\u0001\n漢".repeat(6000)].sort().join("");
  for (const content of [longText, "\n".repeat(50_000), "&".repeat(50_000), "a\n".repeat(30_000)]) {
    const { json, body } = createRequest(kind, {
      secrets: { url },
      settings,
      scan: createCodeScan(content),
    });
    const { text, content: discordText } = json as { text?: string; content?: string };
    expect((discordText ?? text ?? body).length).toBeLessThanOrEqual(limit);
    if (kind === "teams" || kind === "google-chat")
      expect(byteLength(body)).toBeLessThanOrEqual(limit);
  }
});

test("any scan results in JSON with a text for every chat", () => {
  const settings = { chat: "1", topic: "t", server: "https://example.org", room: "!a" };
  const secrets = { url, token: "1:a" };
  const chats = ["slack", "discord", "teams", "telegram", "google-chat", "matrix", "ntfy"];
  fc.assert(
    fc.property(hostileScan, fc.constantFrom(...chats), (scan, kind) => {
      const result = createMessages(kind, { settings, secrets, scan });
      expect(result.ok).toBe(true);
      expect(createRequest(kind, { settings, secrets, scan }).json).toBeTypeOf("object");
    }),
  );
});

test("invisible characters and those that change the direction of writing are removed", () => {
  expect(toPlainText("a\u202eb\u0000c\u200bd\r\n\r\n\r\n\r\ne \u2028f\ud83d")).toBe(
    "abcd\n\ne\nf\ufffd",
  );
  const rendered = chatText({ shape: { format: "ready-made" }, scan: nfcScan } as never);
  expect(rendered).toMatchObject({ ok: true });
});
