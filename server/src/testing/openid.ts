/** The identity given at a provider, or a refusal. */
interface Said {
  readonly email?: string
  readonly verified?: boolean
  readonly refused?: boolean
}

/** Response with which a provider sends a browser back: an address to open, or a form to post. */
interface Answer {
  readonly url: string
  readonly form: URLSearchParams | null
}

/** A browser at the stand-in for providers of identities: over real HTTP, with cookies of its own. */
export async function visitProvider(
  address: string,
  { email = '', verified = true, refused = false }: Said,
): Promise<Answer> {
  const cookies = new Map<string, string>()
  const send = async (url: URL, form?: URLSearchParams) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const said = new URLSearchParams({
    email,
    ...(verified ? { verified: 'on' } : {}),
    ...(refused ? { refused: '1' } : {}),
  })
  const home = new URL(address).origin
  let url = new URL(address)
  let answer = await send(url)
  for (;;) {
    const to = answer.headers.get('location')
    if (to !== null) {
      url = new URL(to, url)
      if (url.origin !== home) return { url: url.href, form: null }
      answer = await send(url)
    } else if (/^\/interaction\//.test(url.pathname)) answer = await send(url, said)
    else return formOf(await answer.text())
  }
}

/** The form that a page posts by itself. */
function formOf(page: string): Answer {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`)
  const fields = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
  return {
    url: unescaped(action),
    form: new URLSearchParams(fields.map(([, name = '', value]): [string, string] => [name, unescaped(value)])),
  }
}

function unescaped(html = ''): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
