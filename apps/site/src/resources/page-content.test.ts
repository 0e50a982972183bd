import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { publishInTest } from "../testing/publication.ts";
import { toHtml, toMarkdown } from "./page-content.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

describe("A page for readers elsewhere", () => {
  test("has whole addresses wherever it links to a page", () => {
    expect(written('[a](payload.md) [*b*](payload.md#fields "t") [c](#here) [d](/demo/)')).toBe(
      '[a](https://y.example/x/webhook/payload/) [*b*](https://y.example/x/webhook/payload/#fields "t") [c](https://y.example/x/webhook/sending/#here) [d](https://y.example/x/demo/)',
    );
  });

  test("leaves other addresses, code and what only looks like a link alone", () => {
    const text =
      "<https://a.example/> https://b.example `[a](payload.md)` [m](mailto:a@b.example) \\[a](x)";
    expect(written(text)).toBe(`${text}`);
    expect(written("```md\n[a](payload.md)\n```")).toBe("```md\n[a](payload.md)\n```");
  });

  test("shows pictures from where they are on the site, also as links, also after signs of two units", () => {
    expect(
      written(
        "😀 [![a [b] c](../pictures/overview-light.webp)](payload.md) ![gone](../../package.json)",
      ),
    ).toBe(
      "😀 [![a [b] c](https://y.example/x/_astro/overview-light.webp)](https://y.example/x/webhook/payload/) gone",
    );
  });

  test("keeps the text of a link to a file that is not on the site, and nothing of the link", () => {
    expect(written('see [`package.json` *here*](../../package.json "t"), [p](<payload.md>)')).toBe(
      "see `package.json` *here*, [p](https://y.example/x/webhook/payload/)",
    );
    const source = { ...site, source: "https://code.example/main/" };
    expect(toMarkdown(pageWith("[it](../../package.json)"), source, pictures)).toBe(
      "[it](https://code.example/main/package.json)",
    );
  });

  test("is HTML without anything relative", () => {
    expect(toHtml(written("## A\n\n[a](payload.md) <b>"))).toBe(
      '<h2>A</h2>\n<p><a href="https://y.example/x/webhook/payload/">a</a> <b></p>',
    );
  });
});

const site = {
  ...publishInTest([
    { path: "" },
    { path: "demo/" },
    { path: "webhook/payload/" },
    { path: "webhook/sending/" },
  ]),
  root,
};

const pictures = (file: string) =>
  file === "docs/pictures/overview-light.webp"
    ? `https://y.example/x/_astro/${file.split("/").at(-1)}`
    : undefined;

function pageWith(markdown: string) {
  return { ...site.pages[3]!, markdown };
}

function written(markdown: string): string {
  return toMarkdown(pageWith(markdown), site, pictures);
}
