import { expect, test } from "vitest";
import { nameWho } from "./who.ts";

test("names the person before the user of the inbox, and each name once", () => {
  expect(nameWho("Ada", "ada-phone")).toBe("Ada (ada-phone)");
  expect(nameWho("Ada", "Ada")).toBe("Ada");
  expect(nameWho(undefined, "door-1")).toBe("door-1");
  expect(nameWho(undefined, undefined)).toBe(undefined);
});
