import fc from "fast-check";
import type { Shape } from "../../../store/forwarding.ts";
import { completeSettings } from "../../fields.ts";
import type { Making, Message, OutgoingScan, Secrets } from "../../kind.ts";
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

export function codeScan(content: string): OutgoingScan {
  const { tag: _tag, tagName: _tagName, ...scan } = nfcScan;
  const identifier = "3f2b7c1e-9d4a-4f6b-8a1c-5e7d9f0b2a34";
  const body = JSON.stringify({ identifier, date: scan.date, content });
  return { ...scan, identifier, content, source: "code", body };
}

/** What a kind makes of a scan, with the defaults of its fields filled in. */
export function make(
  kindName: string,
  given: {
    settings?: Record<string, unknown>;
    secrets?: Secrets;
    shape?: Shape;
    scan?: OutgoingScan;
    more?: Partial<Making>;
  } = {},
) {
  const kind = findKind(kindName)!;
  return kind.make({
    settings: completeSettings(kind, given.settings ?? {}),
    secrets: given.secrets ?? {},
    shape: given.shape ?? { format: "ready-made" },
    scan: given.scan ?? nfcScan,
    messageId: "msg_1",
    now: new Date("2026-05-12T14:23:03Z"),
    ...given.more,
  });
}

/** The one HTTP request it makes, its JSON body parsed. */
export function request(...args: Parameters<typeof make>) {
  const made = make(...args);
  if (!made.ok) throw new Error(made.reason);
  const [message] = made.messages;
  if (message?.via !== "http") throw new Error("No request was made.");
  const { via: _via, body, ...rest } = message;
  return { ...rest, json: parse(body), body };
}

export function messages<Via extends Message["via"]>(via: Via, ...args: Parameters<typeof make>) {
  const made = make(...args);
  if (!made.ok) throw new Error(made.reason);
  return made.messages.filter((one): one is Extract<Message, { via: Via }> => one.via === via);
}

/** Texts that strangers might put into a code: anything, and what means something to somebody. */
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
  .map((parts) => parts.join(""));

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
    ...codeScan(scan.content),
    ...scan,
    source: scan.source as "nfc" | "code",
    ...(user === undefined ? {} : { user }),
    ...(tagName === undefined ? {} : { tagName, tag: nfcScan.tag! }),
  }));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
