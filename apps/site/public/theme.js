// Before the first paint: the colours that the visitor chose, and the sign that scripts run.
{
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const chosen = localStorage.getItem("scanhook-colours");
    if (chosen) root.dataset.colours = chosen;
  } catch {
    // A browser that keeps nothing shows the colours of the system.
  }
}
