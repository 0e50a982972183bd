import { expect, test } from "vitest";
import type { Inbox } from "../api.ts";
import { proposeInbox } from "./propose-inbox.ts";

const inbox = (name: string, createdAt: string, ...uses: (string | undefined)[]): Inbox => ({
  name,
  open: false,
  audit: false,
  origin: "dashboard",
  createdAt,
  changedAt: createdAt,
  revision: 1,
  scans: 0,
  received: 0,
  credentials: uses.map((lastUsedAt, index) => ({
    user: `user-${index}`,
    createdAt,
    ...(lastUsedAt && { lastUsedAt }),
  })),
});

test("the inbox is proposed whose users sent last, or else the oldest", () => {
  const bar = inbox("bar", "2026-03-01T00:00:00Z", undefined);
  const shop = inbox("shop", "2026-02-01T00:00:00Z");
  expect(proposeInbox([bar, shop])?.name).toBe("shop");
  const used = inbox("used", "2026-04-01T00:00:00Z", undefined, "2026-05-01T00:00:00Z");
  expect(proposeInbox([bar, shop, used])?.name).toBe("used");
  expect(proposeInbox([])).toBeUndefined();
});
