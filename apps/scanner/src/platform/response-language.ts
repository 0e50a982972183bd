import { pageLocale } from "@scanhook/texts/reader";

/**
 * Returns the options of a request with the header `Accept-Language`, so that a receiver answers in
 * the language of this page and with its clock. `device` is the language that the browser names by
 * itself: without a difference, the options stay as they are.
 */
export function askInPageLanguage(
  init: RequestInit | undefined,
  device: string | undefined,
): RequestInit | undefined {
  const locale = pageLocale();
  if (locale === device) return init;
  const headers = new Headers(init?.headers);
  headers.set("accept-language", locale);
  return { ...init, headers };
}
