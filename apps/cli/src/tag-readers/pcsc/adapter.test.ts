import { expect, test } from "vitest";
import { openPcsc } from "./adapter.ts";
import { describeServiceError } from "./error-messages.ts";

test("a missing library is reported with one sentence that says what to install", async () => {
  const openWithLoadError = (message: string) =>
    openPcsc(
      () => undefined,
      () => Promise.reject(new Error(message)),
    );
  expect(
    await openWithLoadError(
      "libpcsclite.so.1: cannot open shared object file: No such file or directory",
    ),
  ).toEqual({
    ok: false,
    final: true,
    reason: expect.stringMatching(/^[^.]*"apt install pcscd libpcsclite1"[^.]*\.$/),
  });
  expect(await openWithLoadError("Cannot find package 'pcsc-mini'")).toEqual({
    ok: false,
    final: true,
    reason: expect.stringMatching(/^[^.]*"npm install"[^.]*\.$/),
  });
});

test.each([
  ["linux", "NoService", /systemctl start pcscd/],
  ["linux", "AccessDenied", /journalctl -u pcscd/],
  ["darwin", "NoService", /plug the reader in/],
  ["win32", "ServiceStopped", /when a reader is plugged in/],
] as const)(
  "on %s the error %s is described in one sentence that says what to do",
  (platform, code, advice) => {
    const reason = describeServiceError(code, platform);
    expect(reason).toMatch(advice);
    expect(reason).toMatch(/^[^.]+\.$/);
  },
);
