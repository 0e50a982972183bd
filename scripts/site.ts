// `npm run site`: builds the site when it is stale, and serves it.
import { parseArgs } from "node:util";
import { buildSite, draftSite, folderOf, hubSite, publicSite } from "./build-site.ts";
import { serveFolder } from "./serve-folder.ts";

const usage = `npm run site builds the site into apps/site/dist and serves it. After --, it takes:

  --build          only build
  --hub            build what the hub serves at /docs/, into apps/site/dist-hub; feeds, sitemap,
                   robots.txt and security.txt are in it only with --origin
  --draft          build into apps/site/dist-draft, and only report broken links
  --origin URL     the address of the host it is for, such as https://example.org (or SITE_ORIGIN;
                   default: ${publicSite.origin}, an example; with --hub none)
  --base PATH      the path below it (default: /, or SITE_BASE)
  --source URL     the address of the repository's files, for links to code (or SITE_SOURCE)
  --contact URL    the contact for security problems, as mailto:… or https://… (or SITE_CONTACT;
                   default: mailto:security@ the host)
  --port NUMBER    the port to serve on (default: 4321; 0: any free one)

With SITE_ON_NPM=1, its pages install \`scanhook\` by its name on npm.
`;

const options = parseOptions(process.argv.slice(2));
if (!options.ok) stop(options.reason);
const { build, port, buildOnly } = options;
const result = buildSite(build, (line) => console.error(line));
if (!result.ok) stop(result.reason);
if (buildOnly) {
  console.log(`The site is in ${folderOf(build)}.`);
} else {
  try {
    const { url } = await serveFolder(folderOf(build), { base: build.base, port });
    console.log(`The site is at ${url}`);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    stop(isTaken ? `Port ${port} is taken; choose another with --port.` : String(error));
  }
}

function parseOptions(args: string[]) {
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        build: { type: "boolean" },
        hub: { type: "boolean" },
        draft: { type: "boolean" },
        origin: { type: "string" },
        base: { type: "string" },
        source: { type: "string" },
        contact: { type: "string" },
        port: { type: "string" },
        help: { type: "boolean" },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const { env } = process;
    const publicBuild = values.draft ? draftSite : publicSite;
    const kind = values.hub ? hubSite : publicBuild;
    const origin = values.origin ?? env.SITE_ORIGIN ?? kind.origin;
    if (origin !== undefined && !isOrigin(origin))
      return refuse(
        `--origin must be an address without a path, such as https://example.org, not “${origin}”.`,
      );
    if (values.hub && values.base)
      return refuse("The hub serves the site at /docs/; leave out --base.");
    const base = values.hub ? kind.base : (values.base ?? env.SITE_BASE ?? kind.base);
    if (!/^\/(?:[\w.~-]+\/)*$/.test(`${base.replace(/\/$/, "")}/`))
      return refuse(`--base must be a path such as /scanhook/, not “${base}”.`);
    const port = Number(values.port ?? 4321);
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      return refuse(`--port must be a number from 0 to 65535, not “${values.port}”.`);
    const source = values.source ?? env.SITE_SOURCE;
    const contact = values.contact ?? env.SITE_CONTACT;
    if (contact && !/^(mailto|https|tel):\S+$/.test(contact))
      return refuse(`--contact must start with mailto:, https: or tel:, not “${contact}”.`);
    const build = {
      out: kind.out,
      origin: origin && new URL(origin).origin,
      base: `${base.replace(/\/$/, "")}/`,
      ...(source && { source }),
      ...(contact && { contact }),
    };
    return { ok: true, build, port, buildOnly: values.build ?? false } as const;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
