/** Gives the browser's own bar the colour of the ground, where the fan chose a theme; without a choice it follows the phone. Call at start and after a choice. */
export function colourBrowserBar(): void {
  if (document.documentElement.dataset.theme === undefined) return
  const ground = getComputedStyle(document.documentElement).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground)
}
