import { join, resolve } from "node:path";
import type { Settings } from "../settings/settings-table.ts";

/** Returns one sentence for each file or key that the hub needs but the backup does not contain. */
export function listNotIncluded(settings: Settings): string[] {
  const { data, config, secretKey, secretKeyFile, tlsKey, fileFolders } = settings;
  const isOutside = (path: string | undefined) =>
    path && !resolve(path).startsWith(join(data, "/"));
  const sentences: string[] = [];
  if (isOutside(config)) sentences.push(`Not in it: the settings file ${config}.`);
  if (secretKeyFile) sentences.push(`Not in it: the key of secrets, ${secretKeyFile}.`);
  else if (secretKey) sentences.push("Not in it: the key of secrets, which is a setting.");
  if (tlsKey) sentences.push(`Not in it: your own certificate and its key, ${tlsKey}.`);
  for (const folder of fileFolders) {
    if (isOutside(folder))
      sentences.push(`Not in it: the files that destinations wrote to ${folder}.`);
  }
  return sentences;
}
