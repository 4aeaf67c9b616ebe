// Runs before the first paint, so that a chosen theme never flashes the other one. Same key as src/lib/theme.ts.
try {
  const chosen = localStorage.getItem('tribune-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage refused: the theme follows the phone.
}
