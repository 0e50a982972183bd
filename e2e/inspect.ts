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
  await takePicture(page, `${screen} ${look}`);
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
  expect(await measureOverflow(page), `${screen}, ${look}: overflows sideways`).toBe(0);
}

/** Keeps a picture of the page if SCREENSHOTS is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^\w]+/g, "-")}.png`) });
}

/** Returns how many pixels of the page lie beyond its side. */
export async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
