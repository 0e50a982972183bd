/**
 * Returns the language that the environment asks for, such as `de-AT` for `LANG=de_AT.UTF-8`. As
 * in POSIX (Base Definitions, 8.2), the first one of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
 * set counts. Returns undefined for `C`, `POSIX`, and what is no locale.
 */
export function readLanguage(env: Readonly<Record<string, string | undefined>>) {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  const [, language, region] =
    /^([a-z]{2,3})(?:_([A-Z]{2}|\d{3}))?(?:\.[^@]*)?(?:@.*)?$/.exec(locale) ?? [];
  return region === undefined ? language : `${language}-${region}`;
}

/** Returns a `fetch` that asks for responses in a language (RFC 9110, 12.5.4), if there is one. */
export function fetchInLanguage(fetchPlain: typeof fetch, language: string | undefined) {
  if (language === undefined) return fetchPlain;
  const fetchInIt: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("accept-language", language);
    return fetchPlain(input, { ...init, headers });
  };
  return fetchInIt;
}
