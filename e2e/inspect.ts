// Inspects a screen: axe must find no serious problem, and nothing may overflow sideways. With
// SCREENSHOTS set to a folder, pictures of the screens are kept there.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Look } from "./browser.ts";

/**
 * Inspects the page in its current state. `screen` is its name in messages and picture files. A
 * look that only names a size is inspected in light, and then its contrast in dark colors.
 */
export async function inspect(page: Page, look: Look, screen: string): Promise<void> {
  if (look !== "phone" && look !== "desktop") return inspectOnce(page, look, screen);
  await inspectOnce(page, `${look}, light`, screen);
  await page.emulateMedia({ colorScheme: "dark" });
  await inspectOnce(page, `${look}, dark`, screen, contrastOnly);
  await page.emulateMedia({ colorScheme: "light" });
}

const allRules: RunOptions = { resultTypes: ["violations"] };
const contrastOnly: RunOptions = { ...allRules, runOnly: ["color-contrast"] };

async function inspectOnce(page: Page, look: Look, screen: string, rules = allRules) {
  // Text that is still fading in lacks contrast, so animations are finished first and no new ones
  // start.
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
  // Evaluated, because the policy of the pages forbids a foreign script element.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(rules);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, rules);
  expect(violations, `${screen}, ${look}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen}, ${look}: overflows sideways`).toBeLessThanOrEqual(0);
}
