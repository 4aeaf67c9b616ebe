/** Id of the element that contains the screen. */
export const CONTENT = 'content'

/** Focuses the screen after a button that disappears when pressed, so that the next Tab starts at the top of the screen, not of the page. */
export function focusContent(): void {
  document.getElementById(CONTENT)?.focus({ preventScroll: true })
}
