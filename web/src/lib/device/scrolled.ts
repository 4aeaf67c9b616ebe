let top = 0
let followers = 0

/**
 * Calls `listener` at every scroll of the page, until the returned function is called. All followers share the scroll position, so that one that mounts
 * late, when the page is already scrolled, shows the same as the others.
 */
export function followScroll(listener: () => void): () => void {
  const look = () => {
    top = window.scrollY
    listener()
  }
  followers += 1
  window.addEventListener('scroll', look)
  return () => {
    window.removeEventListener('scroll', look)
    followers -= 1
    // The next screen has its own position: the browser fires a scroll event unless it is the top.
    if (followers === 0) top = 0
  }
}

/** Whether the page is scrolled beyond so many pixels, by the last scroll event: reading `scrollY` would force a layout. */
export function isScrolledPast(pixels: number): boolean {
  return top > pixels
}
