import { expect, test } from "vitest";
import { findRefusal } from "./room-scanning.ts";

const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1`;
const xr = (isSupported: () => Promise<boolean>) => ({ isSessionSupported: isSupported });

test("a browser with augmented reality scans rooms", async () => {
  const found = await findRefusal({ xr: xr(async () => true), userAgent: "Chrome" });
  expect(found).toBeUndefined();
});

test("other browsers draw rooms, and iPhones say which iOS the scan needs", async () => {
  const refusal = (userAgent: string, system?: ReturnType<typeof xr>) =>
    findRefusal({ xr: system, userAgent });
  expect(await refusal("Firefox")).toEqual({ reason: "browser" });
  expect(
    await refusal(
      "Chrome",
      xr(async () => false),
    ),
  ).toEqual({ reason: "browser" });
  const forbidden = xr(() => Promise.reject(new DOMException("", "SecurityError")));
  expect(await refusal("Chrome", forbidden)).toEqual({ reason: "browser" });
  expect(await refusal(iphone("16_4"))).toEqual({ reason: "oldIos", version: 16, needed: 17 });
  expect(await refusal(iphone("17_0"))).toEqual({ reason: "ios" });
});
