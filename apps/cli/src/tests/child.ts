import type { ChildProcess } from "node:child_process";

export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on("close", resolve));
}

/** Resolves with everything on stdout as soon as it matches. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (more) => {
      text += more;
      if (pattern.test(text)) resolve(text);
    });
    child.on("close", (code) => reject(new Error(`ended with ${code} before ${pattern}: ${text}`)));
  });
}
