import type { APIContext } from "astro";
import { readPages } from "../pages.ts";
import { textEndpoint } from "../resources/endpoints.ts";
import { toTwin } from "../resources/llms.ts";
import { twinPath } from "../resources/publication.ts";

export function getStaticPaths() {
  return readPages().map(({ path }) => ({
    params: { page: twinPath(path).replace(/\.md$/, "") },
    props: { path },
  }));
}

export function GET(context: APIContext) {
  return textEndpoint((site, pictures) => {
    const page = site.pages.find(({ path }) => path === context.props.path)!;
    return toTwin(page, site, pictures);
  })(context);
}
