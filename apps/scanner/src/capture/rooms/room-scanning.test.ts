import { expect, test } from "vitest";
import { findRoomScan } from "./room-scanning.ts";

const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1`;
const xr = (isSupported: () => Promise<boolean>) => ({ isSessionSupported: isSupported });
const rooms = (isSupported: () => Promise<boolean>) => ({
  rooms: { isSupported, scan: async () => undefined },
});

test("a browser with augmented reality scans rooms", async () => {
  const found = await findRoomScan({ xr: xr(async () => true), userAgent: "Chrome" });
  expect(found).toEqual({ way: "walk" });
});

test("other browsers draw rooms, and iPhones say which iOS the scan needs", async () => {
  const refusal = async (userAgent: string, system?: ReturnType<typeof xr>) => {
    const found = await findRoomScan({ xr: system, userAgent });
    return found.way === "draw" ? found.refusal : undefined;
  };
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

test("the phone app scans with the system, and says so if the device lacks LiDAR or is too old", async () => {
  const find = (version: string, isSupported: () => Promise<boolean>) =>
    findRoomScan({ userAgent: iphone(version) }, rooms(isSupported));
  expect(await find("17_0", async () => true)).toEqual({ way: "system" });
  const refusal = { reason: "noLidar" };
  expect(await find("17_0", async () => false)).toEqual({ way: "draw", refusal });
  expect(await find("17_0", () => Promise.reject(new Error()))).toEqual({ way: "draw", refusal });
  expect(await find("16_4", async () => false)).toMatchObject({
    refusal: { reason: "oldIos", version: 16 },
  });
  // An iPad names itself a Mac.
  const ipad = { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" };
  expect(
    await findRoomScan(
      ipad,
      rooms(async () => false),
    ),
  ).toEqual({ way: "draw", refusal });
});

test("the phone app for Android, which has no augmented reality, scans rooms in Chrome", async () => {
  const system = { openInChrome: async () => true };
  expect(await findRoomScan({ userAgent: "Android" }, system)).toEqual({ way: "chrome" });
});
