/**
 * Asks the place where this page comes from whether it still has this version of the app: `same`,
 * `newer` if it has another one, and `silent` if it does not answer.
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
