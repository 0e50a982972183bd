// Finds an element as a person would name it, in pages of a browser that Playwright does not drive.

/**
 * A label of a field, a name of a button, link, heading or switch, a part of a visible text, a test
 * id, or a CSS selector.
 */
export type Target = {
  by: "label" | "button" | "link" | "heading" | "switch" | "text" | "testid" | "css";
  value: string;
};

/**
 * Runs in the page: returns the first visible element that fits, or null. A name that is equal goes
 * before one that only contains the value. File inputs may be hidden.
 */
export function findElement({ by, value }: Target): Element | null {
  const normalize = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const labelOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labelledBy = ids.map((id) => document.getElementById(id)).filter((found) => found);
    return normalize(
      element.getAttribute("aria-label") ??
        [...labels, ...labelledBy].map((label) => label?.textContent).join(" "),
    );
  };
  const nameOf = (element: Element) => labelOf(element) || normalize(element.textContent);
  const search: Record<Target["by"], [selector: string, read: (element: Element) => string]> = {
    label: ["input, select, textarea", labelOf],
    button: ["button, [role=button], summary", nameOf],
    link: ["a[href]", nameOf],
    heading: ["h1, h2, h3, h4", nameOf],
    switch: ["[role=switch]", nameOf],
    text: ["body *", (element) => normalize(element.textContent)],
    testid: [`[data-testid="${value}"]`, () => value],
    css: [value, () => value],
  };
  const [selector, read] = search[by];
  const candidates = [...document.querySelectorAll(selector)].filter(
    (element) => isVisible(element) || element.matches("input[type=file]"),
  );
  const equal = candidates.find((element) => read(element) === value);
  if (equal) return equal;
  const containing = candidates.filter((element) => read(element).includes(value));
  // Every ancestor of a text contains it, too; the last element does not contain another one.
  const innermost = (element: Element) =>
    !containing.some((other) => other !== element && element.contains(other));
  return containing.find(innermost) ?? null;
}
