/** What happens to requests whose path and query match, alone or behind their method: `PUT /api/votes/7`. The newest rule decides. */
interface Rule {
  readonly address: RegExp
  answer(request: Request, go: () => Promise<Response>): Promise<Response>
}

/** React's warning about the router, which tells the screens of a load that began before they were there. Not in the built app. */
const ROUTER = /^Can't perform a React state update on a component that hasn't mounted yet/

const realFetch = window.fetch.bind(window)
let rules: Rule[] = []
let asked: { readonly method: string; readonly address: string; readonly body: string }[] = []
let complaints: string[] = []
let expected: RegExp[] = []

/** Puts the wire between the app and the server, and listens to the console. Called once for each file. */
export function laying(): void {
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const address = pathname + search
    asked.push({ method: request.method, address, body: typeof init?.body === 'string' ? init.body : '' })
    const rule = rules.find((one) => one.address.test(address) || one.address.test(`${request.method} ${address}`))
    const go = () => realFetch(request)
    if (rule !== undefined) return rule.answer(request, go)
    const answer = await go()
    if (answer.status >= 400) complaints.push(`${answer.status} ${address}`)
    return answer
  }
  const { error } = console
  console.error = (...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
    error(...words)
  }
}

/** Begins a test: no rule, no request, no complaint. */
export function clearWire(): void {
  rules = []
  asked = []
  complaints = []
  expected = [ROUTER]
}

/** Returns the errors of the console and refusals of the server that the test did not expect. */
export function unexpected(): string[] {
  return complaints.filter((words) => !expected.some((one) => one.test(words)))
}

/** Expects complaints, each named as narrowly as can be: `404 /api/matches`. What a rule refuses is expected without a word. */
export function allow(...words: RegExp[]): void {
  expected.push(...words)
}

function add(rule: Rule): () => void {
  rules.unshift(rule)
  return () => {
    rules = rules.filter((one) => one !== rule)
  }
}

/** Answers requests in place of the server, by what their query asks. Returns a function that ends it. */
export function answer(address: RegExp, body: (asked: URLSearchParams) => unknown): () => void {
  return add({ address, answer: async ({ url }) => Response.json(body(new URL(url).searchParams)) })
}

/** Refuses requests in place of the server. Returns a function that ends it. */
export function refuse(address: RegExp, status = 500, body: unknown = {}): () => void {
  return add({ address, answer: refused(status, body) })
}

/** A refusal, for requests that are held first. */
export function refused(status: number, body: unknown = {}): () => Promise<Response> {
  return async () => Response.json(body, { status })
}

/** Answers requests in place of the server, which `go` asks. Returns a function that ends it. */
export function handle(address: RegExp, answer: Rule['answer']): () => void {
  return add({ address, answer })
}

/** Loses requests, as a network that is away. Returns a function that ends it. */
export function lose(address: RegExp): () => void {
  return add({ address, answer: () => Promise.reject(new TypeError('Failed to fetch')) })
}

/** Holds requests until the returned function is called; it lets later ones through too. `then` answers those that were held, in place of the server. */
export function hold(address: RegExp, then?: () => Promise<Response>): () => void {
  const gate = Promise.withResolvers<void>()
  const end = add({
    address,
    answer: async (_request, go) => {
      await gate.promise
      return (then ?? go)()
    },
  })
  return () => {
    end()
    gate.resolve()
  }
}

/** Changes what the server answers. Returns a function that ends it. */
export function change<Answer>(address: RegExp, edit: (answer: Answer) => unknown): () => void {
  return add({
    address,
    answer: async (_request, go) => {
      const answer = await go()
      const { status, headers } = answer
      return Response.json(edit(await answer.json()), { status, headers: { date: headers.get('date') ?? '' } })
    },
  })
}

/** Returns the requests to an address since the test began, and what they sent. */
export function requests(address: RegExp, method = 'GET') {
  return asked.filter((one) => one.method === method && address.test(one.address))
}
