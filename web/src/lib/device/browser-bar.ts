/** Sets the colour of the browser's own bar to the ground if the fan chose a theme; without a choice it follows the phone. Call at start and after a choice. */
export function colourBrowserBar(): void {
  if (import.meta.env.VITE_NATIVE)
    void import('../native/phone.ts').then(({ colourSystemBars }) => colourSystemBars()).catch(() => undefined)
  if (document.documentElement.dataset.theme === undefined) return
  const ground = getComputedStyle(document.documentElement).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground)
}
