// Runs before the first paint and before the app's own code is there.

const { dataset } = document.documentElement
const [, screen, id] = /^\/(\w*)\/?(\d*)$/.exec(location.pathname) ?? []

// The home screen, or the shape of a match or of the ranking, stands in the page before the app's code is there.
if (location.pathname === '/') dataset.first = 'home'
if (screen === 'match' && id) dataset.first = 'match'
if (screen === 'rankings' && !id && location.search === '') dataset.first = 'rankings'

// A chosen theme never flashes the other one, nor the home screen the presentation that the fan hid. Same keys as lib/device/theme.ts and
// features/home/use-intro.ts.
try {
  const chosen = localStorage.getItem('tribune-theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  if (localStorage.getItem('tribune-intro') === 'hidden') dataset.intro = 'hidden'
} catch {
  // Storage refused: the theme follows the phone, and the presentation is shown.
}

// What the screen will show, and its own files, are asked for while the app is on the way. Same addresses as the screens' own api.ts, or
// they are read twice.
const data = new Map([
  ['', '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080'],
  ['match', id && `/api/rpc/get_match_screen?match_id=${id}`],
  ['rankings', location.search === '' && '/api/rpc/get_season_ranking_corrected?p_limit=20&p_offset=0&p_search='],
]).get(screen)
if (data) ask({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: data })
const files = document.querySelector(`meta[name="screen-${screen}"]`)?.content
for (const href of files?.split(' ') ?? []) ask({ rel: 'modulepreload', fetchPriority: 'low', href })

function ask(link) {
  document.head.append(Object.assign(document.createElement('link'), link))
}
