import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installWay, isIosBrowser } from './install-rules.ts'
import { install, onOffer } from './install-store.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile'
let stored: Map<string, string>
let shown: string[]
let prompt: ReturnType<typeof vi.fn>

beforeEach(() => {
  stored = new Map()
  shown = []
  prompt = vi.fn(async () => undefined)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  media(() => false)
  phone(ANDROID)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const media = (matches: (query: string) => boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
const phone = (userAgent: string, more = {}) =>
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5, serviceWorker: {}, ...more })

/** Stores the browser's event, as start.js does. */
function allow(): void {
  Object.assign(window, { installPrompt: { prompt } })
  window.dispatchEvent(new Event('beforeinstallprompt'))
}
const look = () => onOffer((way) => shown.push(way))

test('the installation is offered once for ever, by the browser’s dialog', async () => {
  allow()
  look()
  expect(shown).toEqual(['prompt'])
  await install()
  expect(prompt).toHaveBeenCalledOnce()
  allow()
  look()
  expect(shown).toEqual(['prompt'])
})

test('the browser’s dialog opens once, and an offer without one is not an error', async () => {
  allow()
  await install()
  await install()
  expect(prompt).toHaveBeenCalledOnce()
})

test('the installation is offered as soon as the browser allows it, unless the fan has left', () => {
  const leave = look()
  expect(shown).toEqual([])
  leave()
  allow()
  expect(shown).toEqual([])
  look()
  expect(shown).toEqual(['prompt'])
})

test('the installation is offered late, and once', () => {
  look()
  allow()
  allow()
  expect(shown).toEqual(['prompt'])
})

test('an iPhone is shown how to do it by hand', () => {
  phone(IPHONE)
  look()
  expect(shown).toEqual(['ios'])
})

test('the installation is not offered in the native app', () => {
  vi.stubEnv('VITE_NATIVE', 'true')
  phone(IPHONE)
  allow()
  look()
  expect(shown).toEqual([])
})

test.each([
  ['of a browser', () => media((query) => query.includes('display-mode: standalone'))],
  ['of iOS', () => phone(IPHONE, { standalone: true })],
])('the installation is not offered in an installed app %s', (_name, installed) => {
  installed()
  allow()
  look()
  expect(shown).toEqual([])
})

test('the offer waits while the phone is in landscape, and does not count as made', () => {
  media((query) => query.includes('max-height'))
  allow()
  look()
  expect(shown).toEqual([])
  media(() => false)
  look()
  expect(shown).toEqual(['prompt'])
})

test('the installation is not offered if the browser refuses storage, because it would be offered at each visit', () => {
  const refuse = () => {
    throw new Error('storage refused')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse })
  allow()
  look()
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  look()
  expect(shown).toEqual([])
})

const PHONE = { installed: false, offered: false, hasPrompt: false, isIos: false }

test.each([
  ['a browser with a window of its own', { hasPrompt: true }, 'prompt'],
  ['an iPhone', { isIos: true }, 'ios'],
  ['a browser that cannot install', {}, null],
  ['an app that is installed', { installed: true, hasPrompt: true }, null],
  ['an iPhone’s app that is installed', { installed: true, isIos: true }, null],
  ['a phone where it was offered before', { offered: true, hasPrompt: true }, null],
  ['an iPhone where it was offered before', { offered: true, isIos: true }, null],
] as const)('%s', (_name, phone, way) => expect(installWay({ ...PHONE, ...phone })).toBe(way))

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15'
test.each([
  ['an iPhone', IPHONE, 5, true, true],
  ['an iPhone, inside another app', IPHONE, 5, false, false],
  ['an iPad', MAC, 5, true, true],
  ['a Mac', MAC, 0, true, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile', 5, true, false],
])('%s is an iOS browser, or not', (_name, userAgent, touchPoints, takesWorkers, isIos) => {
  expect(isIosBrowser(userAgent, touchPoints, takesWorkers)).toBe(isIos)
})
