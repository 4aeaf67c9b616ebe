import { expect } from 'vitest'
import { cdp, commands, type Locator, locators, page, userEvent } from 'vitest/browser'
import { resetFilter } from '../../../web/src/data/home-filter.ts'
import { followAddress } from '../../../web/src/features/home/filter/use-filter-address.ts'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import { leaveBehind } from '../../../web/src/lib/state/farewell.ts'
import { startApp } from '../../../web/src/start-app.tsx'
import { noteApp, requests } from './wire.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    css(selector: string): Locator
  }
}
locators.extend({ css: (selector: string) => selector })

/** Channels on which the open app listens to other tabs. A closed app would still answer them, and read the session each time. */
const channels = new Set<BroadcastChannel>()

window.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    // That of the stream belongs to the page, which opens it once for all apps.
    if (name !== 'tribune-live') channels.add(this)
  }
}

/** Remove listeners that a router adds to the page and never removes: they would keep every ended app, with its elements, in memory. */
const forgetRouter: (() => void)[] = []
const OF_ROUTERS = ['scroll', 'pagehide', 'pageshow']

for (const target of [window, document]) {
  const add: EventTarget['addEventListener'] = target.addEventListener.bind(target)
  target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: boolean) => {
    add(type, listener, options)
    if (OF_ROUTERS.includes(type)) forgetRouter.push(() => target.removeEventListener(type, listener, options))
  }
}

let close: (() => void) | null = null

/** Opens an address as a page load does: the app starts again, without the data that it has read, but with the data that it has stored on the phone. */
export async function open(address: string): Promise<void> {
  leave()
  forget()
  noteApp(true)
  history.pushState(null, '', address)
  window.scrollTo(0, 0)
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  const { root, router } = await startApp(element)
  close = () => {
    root.unmount()
    // It would go on to read what the screens of later addresses need.
    router.history.destroy()
    element.remove()
    for (const channel of channels) channel.close()
    channels.clear()
    for (const forgetListener of forgetRouter.splice(0)) forgetListener()
    forgetReads()
  }
  await expect.element(page.getByRole('main')).toBeInTheDocument()
}

/** Resets what modules remember of the last page, except for its storage; marks this page as start.js does. */
function forget(): void {
  forgetReads()
  leaveBehind(null)
  resetFilter()
  followAddress({})
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  const page = document.documentElement
  page.toggleAttribute('data-follows', localStorage.getItem('tribune-follows') !== null)
  page.dataset.intro = localStorage.getItem('tribune-intro') ?? ''
}

/**
 * Forgets all that has been read, and ends what still follows it: an app that has been left may begin to follow its session only then, and would take
 * the reads of the next fan away.
 */
function forgetReads(): void {
  for (const { observers } of queryClient.getQueryCache().getAll()) {
    for (const observer of [...observers]) observer.destroy()
  }
  void queryClient.cancelQueries()
  queryClient.clear()
}

/** Ends the app, as a page that is closed. Its toasts would stay for the next one. */
export function leave(): void {
  for (const toast of document.querySelectorAll<HTMLElement>('[role=status].fixed > button')) toast.click()
  close?.()
  close = null
  noteApp(false)
}

/** Waits until all that the screen has asked for is read. */
export async function readsEnded(): Promise<void> {
  await expect.poll(() => queryClient.isFetching()).toBe(0)
}

/** Ends the session of this browser as another device would: the app is not notified, and none of its first reads finds out. */
export async function endElsewhere(): Promise<void> {
  await expect.poll(() => requests(/^\/api\/follows$/).length).toBeGreaterThan(0)
  await readsEnded()
  await commands.signOut()
}

/** Scrolls to the end of the page, and expects nothing to cover its last link. */
export async function expectLastLinkUncovered(): Promise<void> {
  const last = page.getByRole('link', { name: 'Confidentialité', exact: true })
  const isSeen = () => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    const { left, top, height } = last.element().getBoundingClientRect()
    return last.element().contains(document.elementFromPoint(left + 4, top + height / 2))
  }
  await expect.poll(isSeen).toBe(true)
}

/** Expects this many elements. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.length).toBe(count)
}

/** Presses a key on an element, which gets the focus. */
export async function press(locator: Locator, key: string): Promise<void> {
  const element = (await locator.findElement()) as HTMLElement
  element.focus()
  await userEvent.keyboard(key)
}

/** Locates the elements that show these words, alone or among others. */
export const textWith = (words: string): Locator => page.getByText(words, { exact: false })

/** Returns the texts of all elements, as one poll sees them. */
export function textsOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => textContent ?? '')
}

/** Taps a point of the page with a finger, as a phone reports it. @param at When the finger was there, in milliseconds of `Date`; now if unset. */
export async function tapAt(x: number, y: number, at?: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const touchPoints = [{ x: frame.x + x, y: frame.y + y }]
  const timestamp = at === undefined ? {} : { timestamp: at / 1_000 }
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, ...timestamp })
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], ...timestamp })
}
