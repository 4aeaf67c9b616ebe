import { expect, test } from 'vitest'
import { installWay, isIosBrowser } from './install-rules.ts'

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

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'
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
