import { expect, onTestFinished } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Shows all text at so many percent of its usual size until the test ends, as a fan does who sets their browser's text size. */
export function enlargeText(percent: number): void {
  const { style } = document.documentElement
  style.fontSize = `${percent}%`
  onTestFinished(() => {
    style.removeProperty('font-size')
  })
}

/** A line of text is drawn less high than its font's box, and touches nothing by a part of a pixel. */
const SLACK_Y = 0.2
const SLACK_X_PX = 1

/** Expects to see all that these elements show: none leaves the screen, its own box or one that cuts it, and none covers another. */
export async function expectWhole(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await expect.element(locator.first()).toBeVisible()
  const faults = () => {
    const all = locators.flatMap((locator) => locator.elements())
    return [...all.filter(isCut).map((one) => `${nameOf(one)} is cut`), ...overlaps(all)]
  }
  await expect.poll(faults, { timeout: 5_000 }).toEqual([])
}

const nameOf = (element: Element) => `${element.localName} « ${element.textContent} »`

function isBox(element: Element): boolean {
  const isText = element instanceof HTMLElement && !(element instanceof HTMLSelectElement)
  return !isText || element.querySelector('svg, img') !== null
}

/** Where an element's text is drawn; the element itself if it is a control, or has a picture. */
function drawnAt(element: Element): DOMRect {
  if (isBox(element)) return element.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

function isCut(element: Element): boolean {
  const { left, right, top, bottom, height } = drawnAt(element)
  const own = element.getBoundingClientRect()
  if (element instanceof HTMLElement && element.scrollWidth > element.clientWidth && element.clientWidth > 0)
    return true
  const isOutside = (box: { readonly left: number; readonly right: number }) =>
    left < box.left - SLACK_X_PX || right > box.right + SLACK_X_PX
  if (isOutside(own) || isOutside({ left: 0, right: window.innerWidth })) return true
  for (let above = element.parentElement; above !== null && above !== document.body; above = above.parentElement) {
    if (getComputedStyle(above).overflowX === 'visible') continue
    const box = above.getBoundingClientRect()
    const slack = height * SLACK_Y
    if (isOutside(box) || top < box.top - slack || bottom > box.bottom + slack) return true
  }
  return false
}

function overlaps(elements: readonly Element[]): string[] {
  const found: string[] = []
  for (const [index, one] of elements.entries()) {
    for (const other of elements.slice(index + 1)) {
      const [a, b] = [drawnAt(one), drawnAt(other)]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const slack = isBox(one) && isBox(other) ? 0 : Math.min(a.height, b.height) * SLACK_Y
      if (across > SLACK_X_PX && down > slack) found.push(`${nameOf(one)} covers ${nameOf(other)}`)
    }
  }
  return found
}
