// Runs before the first paint and before the app's own code is there.

// A chosen theme never flashes the other one. Same key as src/lib/theme.ts.
try {
  const chosen = localStorage.getItem('tribune-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage refused: the theme follows the phone.
}

// What the screen will show is asked for while its code is on the way. Same addresses as the screens' own api.ts, or it is read twice.
const match = /^\/match\/(\d+)$/.exec(location.pathname)
const first =
  location.pathname === '/'
    ? '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080'
    : match && `/api/rpc/get_match_screen?match_id=${match[1]}`
if (first) {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'fetch'
  link.crossOrigin = 'anonymous'
  link.href = first
  document.head.append(link)
}
