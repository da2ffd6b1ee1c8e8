// Light or dark: what the system says, unless somebody has chosen.

const KEY = "toolwright-theme";

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser may not keep anything: the choice holds for this page alone.
  }
}

export function startTheme(button) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const show = () => (button.textContent = current() === "dark" ? "Light" : "Dark");
  const chosen = read();
  if (chosen) document.documentElement.dataset.theme = chosen;
  button.addEventListener("click", () => {
    const theme = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    keep(theme);
    show();
  });
  dark.addEventListener("change", show);
  show();
}
