/**
 * Asks the server of this page whether it still serves this version of the app. Resolves with
 * `newer` if it serves another version, and with `silent` if it does not answer or fails.
 */
export async function askHub(): Promise<"same" | "newer" | "silent"> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  try {
    const response = await fetch(import.meta.env.BASE_URL, { cache: "no-store" });
    if (!response.ok) return "silent";
    return script && !(await response.text()).includes(script) ? "newer" : "same";
  } catch {
    return "silent";
  }
}
