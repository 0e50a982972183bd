// Runs before the first paint: sets the colors that the visitor chose, and marks the page as
// scripted.
{
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const chosen = localStorage.getItem("scanhook-colours");
    if (chosen) root.dataset.colors = chosen;
  } catch {
    // Without storage, the page uses the system's colors.
  }
}
