import { expect, test } from "vitest";
import { readPageTokens } from "./page-tokens.ts";

test("the hub's own pages get light colors, and dark ones in a media query, without light-dark()", () => {
  const tokens = readPageTokens();
  expect(tokens).not.toContain("light-dark");
  const [light, dark] = tokens.split("@media (prefers-color-scheme: dark)");
  expect(light).toContain("--bg: #f8fafc;");
  expect(dark).toContain("--bg: #0b1220;");
});
