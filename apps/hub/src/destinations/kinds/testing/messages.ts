import fc from "fast-check";
import type { OutgoingScan } from "../../../shaping/outgoing-scan.ts";
import type { Shape } from "../../../store/routing.ts";
import { completeSettings } from "../../fields.ts";
import type { Message, MessageInput, Secrets } from "../../kind.ts";
import { findKind } from "../../kinds.ts";

export const nfcScan: OutgoingScan = {
  id: 7,
  inbox: "door",
  user: "anna",
  identifier: "04:A2:24:52:9C:11:90",
  date: "2026-05-12T14:23:01Z",
  content: "https://example.org/spools/12",
  source: "nfc",
  tag: "04:A2:24:52:9C:11:90",
  tagName: "PLA black",
  receivedAt: "2026-05-12T14:23:02.500Z",
  repeats: 0,
  body: '{ "identifier" : "04:A2:24:52:9C:11:90", "date" : "2026-05-12T14:23:01Z", "content" : "https://example.org/spools/12" }',
};

export function createCodeScan(content: string): OutgoingScan {
  const { tag: _tag, tagName: _tagName, ...scan } = nfcScan;
  const identifier = "3f2b7c1e-9d4a-4f6b-8a1c-5e7d9f0b2a34";
  const body = JSON.stringify({ identifier, date: scan.date, content });
  return { ...scan, identifier, content, source: "code", body };
}

/** The reminder of a register of loans that a thing has not come back. */
export const overdueAct: OutgoingScan = {
  ...createCodeScan("Entry 5 of tools is overdue"),
  inbox: "register-events",
  tagType: "registerEvent",
  verdict: {
    result: "look",
    code: "overdue",
    word: "OVERDUE",
    title: "Circular saw",
    text: "Circular saw is lent to Grace Hopper; it was due on 2 May 2026.",
  },
};

/** Makes the messages of a scan with the defaults of the kind's fields filled in. */
export function createMessages(
  kindName: string,
  input: {
    settings?: Record<string, unknown>;
    secrets?: Secrets;
    shape?: Shape;
    scan?: OutgoingScan;
    more?: Partial<MessageInput>;
  } = {},
) {
  const kind = findKind(kindName)!;
  return kind.createMessages({
    settings: completeSettings(kind, input.settings ?? {}),
    secrets: input.secrets ?? {},
    shape: input.shape ?? { format: "ready-made" },
    scan: input.scan ?? nfcScan,
    messageId: "msg_1",
    now: new Date("2026-05-12T14:23:03Z"),
    ...input.more,
  });
}

/** Makes one HTTP request and parses its JSON body. */
export function createRequest(...args: Parameters<typeof createMessages>) {
  const result = createMessages(...args);
  if (!result.ok) throw new Error(result.reason);
  const [message] = result.messages;
  if (message?.via !== "http") throw new Error("No request was result.");
  const { via: _via, body, ...request } = message;
  return { ...request, json: parseJson(body), body };
}

export function createMessagesVia<Via extends Message["via"]>(
  via: Via,
  ...args: Parameters<typeof createMessages>
) {
  const result = createMessages(...args);
  if (!result.ok) throw new Error(result.reason);
  return result.messages.filter(
    (message): message is Extract<Message, { via: Via }> => message.via === via,
  );
}

/**
 * Texts that strangers might put into a code: random ones, and the markup of all kinds of systems.
 */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        ..."@everyone|@here|<!channel>|<@U123>|<users/all>|@admin|<at>x</at>|**b**|`c`|~s~|_i_|> q".split(
          "|",
        ),
        ...'[t](http://x)|<http://x|y>|https://example.org/a_b*c|\\|\\\\|\n|\r\n|\t|,|=|"|\u202e|\ud83d|😀'.split(
          "|",
        ),
        "|",
      ),
    ),
    { maxLength: 30 },
  )
  .map((fragments) => fragments.join(""));

export const hostileScan: fc.Arbitrary<OutgoingScan> = fc
  .record({
    content: hostileText,
    inbox: fc.constantFrom("door", "lager-2"),
    user: fc.option(hostileText, { nil: undefined }),
    tagName: fc.option(hostileText, { nil: undefined }),
    date: hostileText,
    source: fc.constantFrom("nfc", "code"),
  })
  .map(({ user, tagName, ...scan }) => ({
    ...createCodeScan(scan.content),
    ...scan,
    source: scan.source as "nfc" | "code",
    ...(user === undefined ? {} : { user }),
    ...(tagName === undefined ? {} : { tagName, tag: nfcScan.tag! }),
  }));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
