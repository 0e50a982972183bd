import { spawn } from "node:child_process";

/** How long a starter has to say that it found no browser; one that runs on has found one. */
const patienceMs = 3000;

/** Opens an address in the browser of this computer, as a double click would. False: there is none. */
export function openInBrowser(
  address: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const [program, ...args] = starter(platform);
  const isDesktop = platform === "darwin" || platform === "win32";
  if (!isDesktop && !env.DISPLAY && !env.WAYLAND_DISPLAY) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { env, stdio: "ignore", detached: true });
    const timer = setTimeout(() => settle(true), patienceMs);
    const settle = (opened: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(opened);
    };
    child.once("error", () => settle(false));
    child.once("exit", (code) => settle(code === 0));
  });
}

function starter(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  // Not `start`: the shell would take an address apart at its & and %.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
