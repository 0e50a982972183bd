// How a screen looks: axe finds nothing serious, nothing sticks out at the side. With SCREENSHOTS set to a folder, the
// pictures are kept there to be looked at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Look } from "./browser.ts";

/** Holds the page as it is now against all of that; `screen` names it. */
export async function inspect(page: Page, look: Look, screen: string): Promise<void> {
  // What is half faded in has half its contrast: nothing moves from here on, and what moves already comes to its end.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  });
  if (process.env.SCREENSHOTS) {
    await mkdir(process.env.SCREENSHOTS, { recursive: true });
    const name = `${screen} ${look}`.replaceAll(/[^\w]+/g, "-");
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
  }
  // Evaluated, not added as a script element: the pages' policy allows no foreign scripts.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: typeof import("axe-core") }
    ).axe.run({ resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
  expect(violations, `${screen}, ${look}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen}, ${look}: sticks out at the side`).toBeLessThanOrEqual(0);
}
