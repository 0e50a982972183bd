import { chownSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { untilReady } from "../../testing/until-ready.ts";
import { imageName } from "../container-image.ts";
import { formatBytes } from "./disk-use.ts";
import type { Machine, Ports, Release, Way } from "./machine.ts";
import { limits, openPodman, whyNoPodman } from "./podman.ts";

/** The container image in Podman, with what `deploy/compose.yaml` sets and the host's network. */
export const container: Way = {
  name: "container",
  whyNot: whyNoPodman,
  comesWith: ({ image }) => image !== undefined,
  prepare,
};

const name = "hub";
/** The user of the image, with the number that `USER node` has in older ones. */
const user = 1000;

async function prepare(folder: string, { http, https }: Ports): Promise<Machine> {
  const podman = openPodman(join(folder, "podman"));
  const spare = join(folder, "spare");
  mkdirSync(spare);
  chownSync(spare, user, user);
  const settings = {
    SCANHOOK_PUBLIC_URL: `https://192.168.1.5:${https}`,
    SCANHOOK_HTTP_PORT: `${http}`,
    SCANHOOK_HTTPS_PORT: `${https}`,
  };
  const container = [
    "--rm",
    "--network=host",
    "--no-healthcheck",
    ...limits,
    ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
    "--volume=data:/data",
    `--volume=${spare}:/spare`,
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=all",
    "--security-opt=no-new-privileges",
  ];
  let isRunning = false;
  let file: string;
  const install = async ({ image }: Release) => {
    file = image!;
    await podman.run("load", "--quiet", "--input", file);
  };
  return {
    data: join(folder, "podman/store/volumes/data/_data"),
    ownData: "/data",
    spare: "/spare",
    install,
    update: install,
    async start() {
      const args = ["run", `--name=${name}`, ...container, imageName];
      const hub = await untilReady("podman", [...podman.options, ...args]);
      isRunning = true;
      return {
        printed: hub.printed,
        async [Symbol.asyncDispose]() {
          isRunning = false;
          await hub[Symbol.asyncDispose]();
        },
      };
    },
    command: (...args) =>
      isRunning
        ? podman.run("exec", name, "scanhook", ...args)
        : podman.run("run", ...container, imageName, ...args),
    async measure() {
      const size = await podman.run("image", "inspect", "--format={{.Size}}", imageName);
      return { bytes: Number(size), parts: `a file of ${formatBytes(statSync(file).size)}` };
    },
    [Symbol.asyncDispose]: () => podman[Symbol.asyncDispose](),
  };
}
