/** The element that holds the screen, below what stands around every one. */
export const CONTENT = 'content'

/** For a key whose button goes as it is pressed: the next one starts from the head of the screen, not of the page. */
export function focusContent(): void {
  document.getElementById(CONTENT)?.focus({ preventScroll: true })
}
