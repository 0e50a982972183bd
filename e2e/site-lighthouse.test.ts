// Speed depends on what else the machine does: bench/lighthouse.ts measures it, and more pages.
import { expect, test } from "vitest";
import { measurePages } from "../apps/site/src/testing/lighthouse.ts";
import { publicSite } from "../scripts/build-site.ts";

test("Lighthouse gives the first page and the demo 95 or more for access, good practice and search", async () => {
  const names = ["accessibility", "best-practices", "seo"] as const;
  for (const { path, scores, below } of await measurePages(publicSite, ["", "demo/"], names))
    for (const name of names)
      expect(scores[name], `/${path}: ${below.join("; ")}`).toBeGreaterThanOrEqual(95);
});
