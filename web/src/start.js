// Runs before the first paint and before the app's own code is there.

/** Session storage key: the page was reloaded because a file of the app was lost. */
const RELOADED = 'tribune-reloaded-at-start'
const { dataset } = document.documentElement
const [, screen, id] = /^\/(\w*)\/?(\d*)$/.exec(location.pathname) ?? []

// The home screen, or the shape of a match or of the ranking, stands in the page before the app's code is there.
if (location.pathname === '/') dataset.first = 'home'
if (screen === 'match' && id) dataset.first = 'match'
if (screen === 'rankings' && !id && location.search === '') dataset.first = 'rankings'

// A chosen theme never flashes the other one, nor the home screen the presentation of the first visit. Same keys as lib/device/theme.ts and
// features/home/home-header.tsx.
try {
  const chosen = localStorage.getItem('tribune-theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  if (localStorage.getItem('tribune-intro') === 'hidden') dataset.intro = 'hidden'
  // Home waits for « Mes clubs » where something is followed. Same key as data/follows.ts.
  if (localStorage.getItem('tribune-follows')) dataset.follows = ''
} catch {
  // Storage refused: the theme follows the phone, and the presentation is shown.
}

// The browser's offer to install the app waits until the fan has voted (features/install), unless they install it by the browser's menu before.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
addEventListener('appinstalled', () => delete window.installPrompt)

// Errors that occur before lib/http/browser-errors.ts is loaded. It reports a few of them.
window.earlyErrors = []
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, (event) => window.earlyErrors?.length < 20 && window.earlyErrors.push(event))

// The app does not start without each of its files. If one is lost, the page is reloaded once, and then offers to reload.
let isIncomplete = false
const onLost = ({ target }) => {
  if (target.localName === 'script') isIncomplete = true
}
addEventListener('error', onLost, true)
addEventListener('load', () => {
  removeEventListener('error', onLost, true)
  let mayReload = isIncomplete && navigator.onLine
  try {
    mayReload &&= !sessionStorage.getItem(RELOADED)
    if (mayReload) sessionStorage.setItem(RELOADED, 'yes')
    else sessionStorage.removeItem(RELOADED)
  } catch {
    // Storage refused: a reload could repeat for ever.
    mayReload = false
  }
  if (mayReload) return location.reload()
  const refusal = document.querySelector('.not-started')
  refusal.hidden = !isIncomplete
  refusal.lastElementChild.onclick = () => location.reload()
})

// Requests the data that the screen will show, and the screen's own files, while the app loads. inline-head-plugin.ts inserts FIRST_READS from
// data/first-reads.ts.
const reads = new Map(FIRST_READS).get(screen) ?? []
const isUsual = screen === 'match' ? id : screen === '' || location.search === ''
for (const read of isUsual ? reads : [])
  ask({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: read.replace('$id', id) })
const files = document.querySelector(`meta[name="screen-${screen}"]`)?.content
for (const href of files?.split(' ') ?? []) ask({ rel: 'modulepreload', fetchPriority: 'low', href })

function ask(link) {
  document.head.append(Object.assign(document.createElement('link'), link))
}
