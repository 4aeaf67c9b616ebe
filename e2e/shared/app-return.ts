import type { Page } from '@playwright/test'

/** Where the native app comes from. */
const NATIVE = 'capacitor://localhost'

/** Returns the parts of the address that opens the app: its path, the app that it is for, its code, and the names of all its parameters. */
export function partsOf(address = '') {
  const [path, query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  return { path, app: parameters.get('app'), code: parameters.get('code') ?? '', names: [...parameters.keys()].sort() }
}

/** Exchanges a code as the native app does. Returns the status, and the address of the fan who is signed in there. */
export async function exchange(url: string, code: string, verifier: string) {
  const answer = await fetch(`${url}/api/auth/app/exchange`, {
    method: 'POST',
    headers: { origin: NATIVE, 'content-type': 'application/json' },
    body: JSON.stringify({ code, verifier }),
  })
  const headers = { origin: NATIVE, authorization: `Bearer ${answer.headers.get('set-auth-token')}` }
  const { fan } = (await (await fetch(`${url}/api/me`, { headers })).json()) as { fan: { email: string | null } | null }
  return { status: answer.status, email: fan?.email ?? null }
}

/** Returns a list that grows by each address of another program that the page sends its browser to from now on. */
export async function deepLinks(page: Page): Promise<string[]> {
  const seen: string[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  browser.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!url.startsWith('http')) seen.push(url)
  })
  return seen
}
