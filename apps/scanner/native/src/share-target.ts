import type { PluginListenerHandle } from "@capacitor/core";

/** A share of another app: files in the app's cache, and texts, which may be empty. */
export type SharedContent = {
  files: { path: string; name: string; type: string | null }[];
  /** The number of files that the other app did not give out. */
  failed: number;
  text: string;
  title: string;
};

/** The plugin in android/ShareTargetPlugin.java. */
export type ShareTargetPlugin = {
  addListener(
    name: "shared",
    listener: (content: SharedContent) => void,
  ): Promise<PluginListenerHandle>;
  /** Removes the files from the cache. */
  clear(): Promise<void>;
};

export type ShareTarget = {
  /** Reads a file of the phone. */
  read(path: string): Promise<Blob>;
  /** Takes the form that browsers hand to the web app. */
  keep(form: FormData): Promise<void>;
  /** Shows what was kept. */
  open(): void;
  onFailure(failed: number): void;
};

/**
 * Hands everything that other apps share to the web app, in the form of the Web Share Target API.
 * Android keeps the first share until this is called.
 */
export async function followShares(plugin: ShareTargetPlugin, target: ShareTarget): Promise<void> {
  const take = async ({ files, failed, text, title }: SharedContent) => {
    const form = new FormData();
    form.set("text", text);
    form.set("title", title);
    let missing = failed;
    for (const { path, name, type } of files) {
      const file = await target.read(path).catch(() => undefined);
      if (file) form.append("pictures", new File([file], name, { type: type ?? "" }));
      else missing += 1;
    }
    await target.keep(form);
    await plugin.clear().catch(() => undefined);
    target.open();
    if (missing > 0) target.onFailure(missing);
  };
  await plugin.addListener("shared", (content) => {
    void take(content).catch(() => target.onFailure(content.files.length + content.failed));
  });
}
