import { expect, test } from "vitest";
import { publicationOf } from "../testing/publication.ts";
import { editAddress } from "./publication.ts";

test("a page changes with every file that it is made of", () => {
  const page = { path: "", file: "landing.ts", otherSources: ["index.astro", "Hero.astro"] };
  const changes = {
    "landing.ts": "2026-11-20T10:00:00Z",
    "index.astro": "2026-11-22T10:00:00Z",
    "other.astro": "2026-11-23T10:00:00Z",
  };
  expect(publicationOf([page], changes).pages[0]?.changed).toBe("2026-11-22T10:00:00Z");
  expect(publicationOf([page], {}).pages[0]!.changed).toBeUndefined();
});

test("a page can be edited in the repository, unless it is generated or the repository is unknown", () => {
  const page = { file: "docs/webhook/payload.md" };
  const source = "https://github.example/owner/project/blob/main/";
  expect(editAddress(page, { source })).toBe(
    "https://github.example/owner/project/edit/main/docs/webhook/payload.md",
  );
  expect(editAddress(page, { source: "https://files.example/tree" })).toBe(
    "https://files.example/tree/docs/webhook/payload.md",
  );
  expect(editAddress({ file: "docs/reference/errors.md" }, { source })).toBeUndefined();
  expect(editAddress(page, {})).toBeUndefined();
});
