import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tabNames } from "./screens.ts";

test("every tab has exactly one screen, in the folder of its name", () => {
  const files = globSync(["tabs/*/*Tab.svelte", "capture/tabs/*/*Tab.svelte"], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
  });
  const folders = files.map((file) => file.split("/").at(-2));
  expect(folders.toSorted()).toEqual(tabNames.toSorted());
});
