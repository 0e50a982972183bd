import { appRecord, uriRecord } from "@scanhook/tags";
import { linkProblem, toAddress } from "./link.ts";
import { type Made, made, type Problem } from "./made.ts";

export type AppValues = { app: string; url: string };

export const emptyApp: AppValues = { app: "", url: "" };

/** An Android app to open, with a link beside it for all other phones. The link comes first: it is what they read. */
export function appRecords({ app, url }: AppValues): Made<keyof AppValues> {
  const address = url.trim() === "" ? [] : [uriRecord(toAddress(url))];
  return made(
    { app: appProblem(app), url: url.trim() === "" ? undefined : linkProblem(url) },
    () => [...address, appRecord(toPackage(app))],
  );
}

function appProblem(app: string): Problem | undefined {
  const name = toPackage(app);
  if (name === "") return "no-app";
  // As Android names packages: two parts or more, each beginning with a letter.
  return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name) && name.length <= 223 ? undefined : "not-an-app";
}

/** The name of the package, also out of the app's address in Google Play. */
function toPackage(app: string): string {
  const written = app.trim();
  const store = /^(?:https:\/\/play\.google\.com\/store\/apps\/details|market:\/\/details)\?/.test(
    written,
  );
  return store ? (URL.parse(written)?.searchParams.get("id") ?? "") : written;
}
