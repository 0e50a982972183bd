import { expect, test } from "vitest";
import { findWhyNoCapture } from "./why-no-capture.ts";

const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1`;

const findWhy = (userAgent: string, isPhoneApp = false) =>
  findWhyNoCapture("scan-object", { userAgent, isPhoneApp });

test("iPhones say why they take the mat, and which iOS the capture of Apple needs", () => {
  expect(findWhy(iphone("16_4"))).toEqual({ reason: "oldIos", version: 16, needed: 17 });
  expect(findWhy(iphone("17_0"))).toEqual({ reason: "ios" });
  expect(findWhy("Mozilla/5.0 (Linux; Android 14) Chrome/120.0")).toBeUndefined();
});

test("the phone app on an iPhone without LiDAR says so", () => {
  expect(findWhy(iphone("17_0"), true)).toEqual({ reason: "noLidar" });
  expect(findWhy(iphone("16_4"), true)).toMatchObject({ reason: "oldIos" });
});
