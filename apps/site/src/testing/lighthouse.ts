import lighthouse from "lighthouse";
import { chromium } from "playwright";
import { findBrowser } from "../../../../scripts/browser.ts";
import type { SiteBuild } from "../../../../scripts/build-site.ts";
import { freePort } from "../../../../scripts/testing/free-port.ts";
import { serveSite } from "./served-site.ts";

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof categories)[number];

type Measured = {
  path: string;
  /** From 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** The failed audits, which cost points. */
  below: string[];
};

/** Runs Lighthouse in the local browser, which emulates a phone. Sends nothing to other hosts. */
export async function measurePages(
  build: SiteBuild,
  paths: readonly string[],
  onlyCategories: readonly Category[],
): Promise<Measured[]> {
  const found = findBrowser();
  if (!found.ok) throw new Error(found.reason);
  const site = await serveSite(build);
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const measured: Measured[] = [];
    for (const path of paths) {
      const result = await lighthouse(site.url + path, {
        port,
        onlyCategories: [...onlyCategories],
        logLevel: "silent",
      });
      if (!result) throw new Error(`Lighthouse says nothing of /${path}.`);
      measured.push({ path, ...scoresOf(result.lhr, onlyCategories) });
    }
    return measured;
  } finally {
    await browser.close();
    await site.close();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function scoresOf({ categories, audits, runtimeError }: Report, names: readonly Category[]) {
  if (runtimeError) throw new Error(runtimeError.message);
  const scores: Measured["scores"] = {};
  const below: string[] = [];
  for (const name of names) {
    const { score = 0, auditRefs = [] } = categories[name] ?? {};
    scores[name] = Math.round((score ?? 0) * 100);
    for (const { id, weight } of auditRefs) {
      const { title = "", score = 1 } = audits[id] ?? {};
      if (weight > 0 && score !== null && score < 0.9) below.push(`${name}: ${title} (${id})`);
    }
  }
  return { scores, below };
}
