import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { publicationOf } from "../testing/publication.ts";
import { toHtml, toMarkdown } from "./page-content.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

describe("page content for other sites", () => {
  test("makes links to pages absolute", () => {
    expect(
      toAbsoluteMarkdown('[a](payload.md) [*b*](payload.md#fields "t") [c](#here) [d](/demo/)'),
    ).toBe(
      '[a](https://y.example/x/webhook/payload/) [*b*](https://y.example/x/webhook/payload/#fields "t") [c](https://y.example/x/webhook/sending/#here) [d](https://y.example/x/demo/)',
    );
  });

  test("does not change other addresses, code, or text that only looks like a link", () => {
    const text =
      "<https://a.example/> https://b.example `[a](payload.md)` [m](mailto:a@b.example) \\[a](x)";
    expect(toAbsoluteMarkdown(text)).toBe(`${text}`);
    expect(toAbsoluteMarkdown("```md\n[a](payload.md)\n```")).toBe("```md\n[a](payload.md)\n```");
  });

  test("makes pictures absolute, also inside links and after characters of two code units", () => {
    expect(
      toAbsoluteMarkdown(
        "😀 [![a [b] c](../pictures/overview-light.webp)](payload.md) ![gone](../../package.json)",
      ),
    ).toBe(
      "😀 [![a [b] c](https://y.example/x/_astro/overview-light.webp)](https://y.example/x/webhook/payload/) gone",
    );
  });

  test("replaces a link to a file outside the site with its text", () => {
    expect(
      toAbsoluteMarkdown('see [`package.json` *here*](../../package.json "t"), [p](<payload.md>)'),
    ).toBe("see `package.json` *here*, [p](https://y.example/x/webhook/payload/)");
    const source = { ...site, source: "https://code.example/main/" };
    expect(toMarkdown(pageWith("[it](../../package.json)"), source, pictures)).toBe(
      "[it](https://code.example/main/package.json)",
    );
  });

  test("converts to HTML without relative addresses", () => {
    expect(toHtml(toAbsoluteMarkdown("## A\n\n[a](payload.md) <b>"))).toBe(
      '<h2>A</h2>\n<p><a href="https://y.example/x/webhook/payload/">a</a> <b></p>',
    );
  });
});

const site = {
  ...publicationOf([
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

function toAbsoluteMarkdown(markdown: string): string {
  return toMarkdown(pageWith(markdown), site, pictures);
}
