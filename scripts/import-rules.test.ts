import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findCircles, findImports, type Import, isForTests, listFiles } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = "{packages,apps,examples,e2e,bench,scripts}";
const imports = findImports(root, `${folders}/**/*.{ts,mjs,js,svelte,astro}`);

/**
 * The rooms of each folder of sources, which are its folders and single files. Imports run one way:
 * a room imports only rooms that follow it.
 */
const roomOrders: Record<string, readonly string[]> = {
  "apps/hub/src": `
    index.ts hub.ts compose api receive housekeeping moving backup audit config-file changes alerts
    forwarding register-work spreadsheets scans definitions destinations shaping observing clock pages phone-help
    login http tls addresses egress secrets store registers templates settings files texts logo.ts
    nearest.ts page-tokens.ts parsed.ts released.ts
  `.match(/\S+/g)!,
  "apps/hub/dashboard/src": `
    main.ts App.svelte Nav.svelte NotFound.svelte login settings registers scans tags scan-list
    forwarding inboxes door style.css navigation.svelte.ts screens.ts
    settings-parts.ts scan-filter.ts
    scan-content live session.svelte.ts rights.ts parts api.ts say-error.ts media.svelte.ts
    announce.svelte.ts clock.svelte.ts time-format.ts number-format.ts texts
  `.match(/\S+/g)!,
  "apps/cli/src": `
    run-process.ts main.ts commands kiosk doctor tag-content tag-readers picture-decoding picture-writing
    command.ts hub-access
    asking input missing-package.ts terminal summaries.ts version.ts io.ts
  `.match(/\S+/g)!,
  "apps/scanner/src": `
    main.ts App.svelte load-screen.ts style.css sw.ts actions tabs capture scanning verdict tag
    history ui platform content outcome texts making writing webhook readers links navigation.svelte.ts
    screen-address.ts pairing-code.ts install.svelte.ts keep-users.svelte.ts
    to-receiver.ts credentials.ts database.ts wake-lock.ts jobs settings.svelte.ts settings.ts kept-draft.svelte.ts parts-cache.ts service-worker.ts
    updates.svelte.ts ahead workers more-pages.ts screens.ts
  `.match(/\S+/g)!,
  "apps/scanner/src/capture": `
    tabs documents objects rooms file-name.ts files turns.ts why-no-capture.ts
  `.match(/\S+/g)!,
  "apps/site/src": `
    pages layouts parts search resources content.config.ts docs-loader.ts markdown-plugins.ts
    links.ts pages.ts landing.ts demo page.ts page-source.ts code-colors.ts npm-install.ts
    sections.ts markdown-tree.ts addresses.ts style
  `.match(/\S+/g)!,
  "packages/codes/src": `
    index.ts node.ts reader.ts live still matrix-places unread passes pdf417 qr-grid likelihood
    picture.ts bars engine plane.ts readings geometry memoize.ts
  `.match(/\S+/g)!,
  "packages/documents/src": `
    index.ts node.ts curl corners filters gutter.ts rectify.ts ocr pdf bits.ts turn.ts extremes.ts
    histogram.ts geometry picture.ts quad.ts
  `.match(/\S+/g)!,
  "packages/webhook/src": `
    index.ts needs-answers.ts send-answers.ts request-below.ts send.ts receive.ts node.ts
    node-fetch.ts node-content.ts nfc-scan.ts parse-scan.ts receiver-url.ts scan-schema.ts
    serialize-scan.ts outcome.ts may-have-stored.ts identifier.ts scan.ts verdict.ts check-answers.ts ask.ts
    read-fields.ts basic-authentication.ts browser-options.ts read-body.ts decode-text.ts
    parse-url.ts
  `.match(/\S+/g)!,
  "packages/objects/src": `
    index.ts describe-problem.ts reconstruct.ts turn coverage poses surface work size depth exports
    texture hull markers mat silhouette mesh view.ts picture.ts camera geometry
  `.match(/\S+/g)!,
  "packages/rooms/src": `
    index.ts exports space drawing capture measuring settle-plan.ts placing closing model lengths
    geometry
  `.match(/\S+/g)!,
  "packages/tags/src": `
    index.ts tag.ts chips.ts describe-uid.ts uid.ts ndef openprinttag spools memory cbor
    concat-bytes.ts hex.ts
  `.match(/\S+/g)!,
  "packages/content/src": `
    index.ts openings.ts summarize-content.ts content.ts contact.ts event.ts link.ts mail.ts
    place.ts telephone.ts wifi.ts format-gs1-value.ts gs1.ts gs1-link.ts gs1-split.ts
    supplier-label.ts gs1-identifiers.ts gs1-formats.ts gs1-check.ts gs1-dates.ts product.ts
    event-time.ts
    docomo-fields.ts content-lines.ts uri-query.ts parse-url.ts reveal-invisible.ts fold-text.ts
  `.match(/\S+/g)!,
};

/** `packages/webhook` or `apps/hub`; undefined outside of these two folders. */
const findWorkspace = (path: string) => /^(?:packages|apps)\/[^/]+/.exec(path)?.[0];
const findRoom = (folder: string, path: string) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;

function findBreaking(isBreaking: (candidate: Import) => boolean): string[] {
  return imports.filter(isBreaking).map(({ file, specifier }) => `${file} imports ${specifier}`);
}

describe("imports", () => {
  it("are found in every folder", () => {
    for (const folder of ["packages/", "apps/", "examples/", "e2e/", "bench/", "scripts/"]) {
      expect(imports.filter(({ file }) => file.startsWith(folder)).length).toBeGreaterThan(5);
    }
  });

  it("form no circle, types and Svelte files included", () => {
    expect(findCircles(imports)).toEqual([]);
  });

  it("of a package lead to no other package and no app", () => {
    expect(
      findBreaking(({ file, target }) => {
        const to = findWorkspace(target);
        return (
          file.startsWith("packages/") &&
          !isForTests(file) &&
          to !== undefined &&
          to !== findWorkspace(file)
        );
      }),
    ).toEqual([]);
  });

  it("of a package lead to Node only in its entries for Node and in its tests", () => {
    expect(
      findBreaking(
        ({ file, target }) =>
          file.startsWith("packages/") &&
          target.startsWith("node:") &&
          !isForTests(file) &&
          !/\/node(-[a-z]+)?\.ts$/.test(file),
      ),
    ).toEqual([]);
  });

  it("of an app lead to no other app, except from the command to the hub that it starts", () => {
    expect(
      findBreaking(({ file, target }) => {
        const [from, to] = [findWorkspace(file), findWorkspace(target)];
        if (!from?.startsWith("apps/") || !to?.startsWith("apps/") || from === to) return false;
        return !(from === "apps/cli" && to === "apps/hub");
      }),
    ).toEqual([]);
  });

  it("enter a package or an app by its name, not by the path of a file in it", () => {
    expect(
      findBreaking(({ file, specifier, target }) => {
        const to = findWorkspace(target);
        if (!to || to === findWorkspace(file) || /^(e2e|bench|scripts)\//.test(file)) return false;
        return specifier.startsWith(".") && target.includes("/src/");
      }),
    ).toEqual([]);
  });

  it("of code that ships lead to no test helper", () => {
    expect(
      findBreaking(({ file, target }) => !isForTests(file) && /\/testing\//.test(target)),
    ).toEqual([]);
  });

  it.each(Object.entries(roomOrders))(
    "of a room in %s lead only down its list",
    (folder, order) => {
      expect(
        findBreaking(({ file, target }) => {
          const [from, to] = [findRoom(folder, file), findRoom(folder, target)];
          if (!from || !to || isForTests(file)) return false;
          return order.indexOf(to) < order.indexOf(from);
        }),
      ).toEqual([]);
    },
  );
});

describe("re-exports", () => {
  /**
   * A tab is loaded as a whole, so its component also exports what actions from outside start in
   * it.
   */
  const isDoor = (file: string) =>
    /^\w+\/[^/]+\/src\/index\.ts$/.test(file) ||
    /^apps\/scanner\/src\/(?:capture\/)?tabs\/[^/]+\/[^/]+Tab\.svelte$/.test(file);

  it("stand only in the index.ts of a package or an app and in the component of a scanner tab", () => {
    const reExports = imports.filter(({ kind, file }) => kind === "re-export" && !isDoor(file));
    const violations = reExports.map(({ file, specifier }) => `${file} re-exports ${specifier}`);
    expect(violations).toEqual([]);
  });
});

describe("files", () => {
  it("of the hub's API serve an endpoint or describe what endpoints take and return", () => {
    const files = listFiles(root, "apps/hub/src/api/{*,*/*}.ts").filter(
      (file) => !isForTests(file) && !file.includes("/description/"),
    );
    const isOfApi = /^export (async )?function serve[A-Z]|\bapp\.get\(|\bType\.[A-Z]\w+\(/m;
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((file) => !isOfApi.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual(
      [],
    );
  });

  it("are named by their subject", () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|manager|shared|lib)(\.[a-z]+)?$/;
    expect(listFiles(root, `${folders}/**/*`).filter((file) => vague.test(file))).toEqual([]);
  });

  it.each(Object.entries(roomOrders))("of %s lie in a listed room", (folder, order) => {
    const files = listFiles(root, `${folder}/**/*.{ts,svelte,astro,css}`);
    const rooms = files.flatMap((file) => (isForTests(file) ? [] : [findRoom(folder, file)]));
    expect([...new Set(rooms)].sort()).toEqual([...order].sort());
  });
});
