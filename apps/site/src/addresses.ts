/// <reference types="astro/client" />
/** Addresses of the site, with the base path it is built for: `withBase("demo/")` → `/docs/demo/`. */
export function withBase(path: string, base: string = import.meta.env.BASE_URL): string {
  return `${base.replace(/\/$/, "")}/${path.replace(/^\//, "")}`;
}
