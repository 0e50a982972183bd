import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { expect, test } from "vitest";
import { libraryManifest, parseRepository, repositoryParts } from "./npm-manifests.ts";

const library = { name: "@scanhook/webhook", version: "0.1.0" };

test("a package names its repository, and npm then proves where it was built", async () => {
  const repository = parseRepository("https://github.com/owner/name/");
  const manifest = {
    ...libraryManifest(library),
    ...repositoryParts(repository, "packages/webhook"),
  };
  expect(manifest).toMatchObject({
    homepage: "https://github.com/owner/name#readme",
    bugs: { url: "https://github.com/owner/name/issues" },
    repository: {
      type: "git",
      url: "git+https://github.com/owner/name.git",
      directory: "packages/webhook",
    },
    publishConfig: { provenance: true },
  });
  const files = [{ name: "package/package.json", data: encode(manifest) }];
  const { messages, pkg } = await publint({ pkgDir: "package", pack: { files } });
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
});

test("a package without a known repository names none and asks for no proof", () => {
  const manifest = {
    ...libraryManifest(library),
    ...repositoryParts(parseRepository(""), "packages/webhook"),
  };
  expect(Object.keys(manifest)).not.toContain("repository");
  expect(manifest).toMatchObject({ publishConfig: { access: "public" } });
  expect(JSON.stringify(manifest)).not.toContain("provenance");
});

test.each(["github.com/owner/name", "git@github.com:owner/name.git", "https://github.com/"])(
  "refuses %j as a repository",
  (text) => {
    expect(() => parseRepository(text)).toThrow(/SCANHOOK_REPOSITORY must be an address/);
  },
);

function encode(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}
