/// <reference types="astro/client" />
/** Prefixes a path with the site's base path: `withBase("demo/")` → `/docs/demo/`. */
export function withBase(path: string, base: string = import.meta.env.BASE_URL): string {
  return `${base.replace(/\/$/, "")}/${path.replace(/^\//, "")}`;
}
