export type System = "android" | "ios";

/** Foundation's English message about JSON that it cannot parse. */
const invalidJson = "The data couldn’t be read because it isn’t in the correct format.";

/**
 * Returns the `data` that the HTTP plugin of Capacitor 8 returns for a response when the app
 * requests text. It follows `readData` and `parseJSON` of HttpRequestHandler.java, and
 * `buildResponse` and `tryParseJson` of HttpRequestHandler.swift.
 */
export function toPluginData(
  system: System,
  { status, type = "", body }: { status: number; type?: string | undefined; body: string },
): unknown {
  if (system === "ios") {
    return type.toLowerCase().includes("application/json") ? parseAsFoundation(body) : body;
  }
  const text = body.split(/\r\n|\r|\n/).join("\n");
  const lines = text.endsWith("\n") ? text.slice(0, -1) : text;
  const isParsed =
    type.includes("application/json") ||
    (status >= 400 && type.includes("application/vnd.api+json"));
  return isParsed ? parseAsAndroid(lines) : lines;
}

function parseAsFoundation(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return invalidJson;
  }
}

function parseAsAndroid(body: string): unknown {
  const text = body.trim();
  if (text === "") return "";
  if (/^".*"$/.test(text)) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return body;
  }
}
