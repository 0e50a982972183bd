// The environment of a user who has just come, without what npm and the tests set for this process.
import { join } from "node:path";

const ofThisProcess =
  /^(npm_(?!config_(registry|userconfig)$)|NODE_(ENV|OPTIONS|PATH)$|SCANHOOK_|VITEST|INIT_CWD)/;

/**
 * Returns the environment of a user whose npm has nothing in its cache yet, with more variables.
 * `cache` is a folder that belongs to this user alone.
 */
export function newUser(cache: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !ofThisProcess.test(name));
  return { ...Object.fromEntries(own), npm_config_cache: join(cache, "npm-cache"), ...more };
}
