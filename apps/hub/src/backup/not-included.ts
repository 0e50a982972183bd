import { join, resolve } from "node:path";
import type { Settings } from "../settings/settings-table.ts";
import { say } from "../texts/exact-message.ts";

/** Returns one sentence for each file or key that the hub needs but the backup does not contain. */
export function listNotIncluded(settings: Settings): string[] {
  const { data, config, secretKey, secretKeyFile, tlsKey, fileFolders } = settings;
  const isOutside = (path: string | undefined) =>
    path && !resolve(path).startsWith(join(data, "/"));
  const sentences: string[] = [];
  if (isOutside(config)) sentences.push(say("backup-lacks-config", { path: `${config}` }));
  if (secretKeyFile) sentences.push(say("backup-lacks-key-file", { path: secretKeyFile }));
  else if (secretKey) sentences.push(say("backup-lacks-key"));
  if (tlsKey) sentences.push(say("backup-lacks-certificate", { path: tlsKey }));
  for (const folder of fileFolders) {
    if (isOutside(folder)) sentences.push(say("backup-lacks-files", { path: folder }));
  }
  return sentences;
}
