// Speed depends on other work on the machine, so bench/lighthouse.ts measures it, together with
// more pages.
import { expect, test } from "vitest";
import { measurePages } from "../apps/site/src/testing/lighthouse.ts";
import { publicSite } from "../scripts/build-site.ts";

test("Lighthouse gives the first page and the demo at least 95 for accessibility, best practices and SEO", async () => {
  const names = ["accessibility", "best-practices", "seo"] as const;
  for (const { path, scores, below } of await measurePages(publicSite, ["", "demo/"], names))
    for (const name of names)
      expect(scores[name], `/${path}: ${below.join("; ")}`).toBeGreaterThanOrEqual(95);
});
