import { expect, test } from "vitest";
import { describeMissingTools } from "./missing-tools.ts";

test("all missing tools are named at once, with the command that installs them", () => {
  const wanted = ["tar", "dpkg-deb", "tar", "mmdebstrap", "the keys of Debian"] as const;
  const isThere = (tool: string) => tool === "tar";
  expect(describeMissingTools(wanted, isThere)).toMatch(
    /lacks dpkg-deb, mmdebstrap, and the keys of Debian\. .*: sudo apt install dpkg mmdebstrap debian-archive-keyring$/,
  );
  expect(describeMissingTools(["tar"], isThere)).toBeUndefined();
});
