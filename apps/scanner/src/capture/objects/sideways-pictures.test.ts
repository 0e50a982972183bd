import { expect, test } from "vitest";
import { findSideways } from "./sideways-pictures.ts";

const level = { width: 1280, height: 960 };
const upright = { width: 960, height: 1280 };

test("pictures for which the camera was held another way than for most are turned", () => {
  expect(findSideways([level, upright, level])).toEqual([false, true, false]);
  expect(findSideways([upright, upright, level])).toEqual([false, false, true]);
  expect(findSideways([{ width: 9, height: 9 }, level])).toEqual([false, false]);
});
