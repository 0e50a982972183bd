import { spawn } from "node:child_process";

/**
 * The time in which the starter reports a missing browser. If it still runs after that, a browser
 * was found.
 */
const timeoutMs = 3000;

/**
 * Opens an address in the default browser of this computer. Resolves to false if there is no
 * browser.
 */
export function openInBrowser(
  address: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const [program, ...args] = toStarter(platform);
  const isDesktop = platform === "darwin" || platform === "win32";
  if (!isDesktop && !env.DISPLAY && !env.WAYLAND_DISPLAY) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { env, stdio: "ignore", detached: true });
    const timer = setTimeout(() => settle(true), timeoutMs);
    const settle = (opened: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(opened);
    };
    child.once("error", () => settle(false));
    child.once("exit", (code) => settle(code === 0));
  });
}

function toStarter(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  // Not `start`: the shell would split an address at & and %.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
