import { appRecord, uriRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";
import { findLinkProblem, normalizeUrl } from "./link.ts";

export type AppValues = { app: string; url: string };

export const emptyApp: AppValues = { app: "", url: "" };

/**
 * Returns the record that opens an Android app. An optional link comes before it, because other
 * phones read only the link.
 */
export function toAppRecords({ app, url }: AppValues): FormResult<keyof AppValues> {
  const linkRecords = url.trim() === "" ? [] : [uriRecord(normalizeUrl(url))];
  return toFormResult(
    { app: findAppProblem(app), url: url.trim() === "" ? undefined : findLinkProblem(url) },
    () => [...linkRecords, appRecord(toPackageName(app))],
  );
}

function findAppProblem(app: string): FieldProblem | undefined {
  const name = toPackageName(app);
  if (name === "") return "no-app";
  // An Android package name has two or more parts, each of which begins with a letter.
  return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name) && name.length <= 223 ? undefined : "not-an-app";
}

/**
 * Returns the package name. If the input is a link to the app in Google Play, takes the name from
 * the link.
 */
function toPackageName(app: string): string {
  const input = app.trim();
  const isStoreLink =
    /^(?:https:\/\/play\.google\.com\/store\/apps\/details|market:\/\/details)\?/.test(input);
  return isStoreLink ? (URL.parse(input)?.searchParams.get("id") ?? "") : input;
}
