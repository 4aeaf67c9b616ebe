/** Handles requests whose path and query match, alone or after their method: `PUT /api/votes/7`. The newest rule decides, and may ask the older ones. */
interface Rule {
  readonly address: RegExp
  answer(request: Request, go: () => Promise<Response>): Promise<Response>
}

/** Asks the server as another device of the fan: past the rules, and unseen by `requests`. */
export const askDirectly = window.fetch.bind(window)

let rules: Rule[] = []
let asked: { readonly method: string; readonly address: string; readonly body: string; outcome: number | string }[] = []
let complaints: string[] = []
let expected: RegExp[] = []
/** The app that is open, one object for each time that it is opened; null for none. */
let app: object | null = null

// Lies between the app and the server, and listens to the console, as soon as this file is loaded.
window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const address = addressOf(request)
  const body = typeof init?.body === 'string' ? init.body : ''
  const own = { method: request.method, address, body, outcome: 'pending' as number | string }
  asked.push(own)
  try {
    const answer = await pass(request, address, rules)
    own.outcome = answer.status
    return answer
  } catch (error) {
    own.outcome = String(error)
    throw error
  }
}

const { error } = console
console.error = (...words: unknown[]) => {
  complaints.push(words.map(String).join(' '))
  error(...words)
}

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Hands a request to the newest rule that matches; to go on from there is to ask the older ones, and at last the server. */
async function pass(request: Request, address: string, [rule, ...older]: readonly Rule[]): Promise<Response> {
  if (rule === undefined) return served(request, address)
  const matches = rule.address.test(address) || rule.address.test(`${request.method} ${address}`)
  return matches ? rule.answer(request, () => pass(request, address, older)) : pass(request, address, older)
}

async function served(request: Request, address: string): Promise<Response> {
  const asking = app
  const answer = await askDirectly(request)
  // One that was left may still save a ballot, of a fan who is signed out by then.
  const isOpen = asking !== null && asking === app
  if (answer.status >= 400 && isOpen) complaints.push(`${answer.status} ${address}`)
  return answer
}

/** Begins a test: no rule, no request, no complaint. */
export function clearWire(): void {
  rules = []
  asked = []
  complaints = []
  expected = []
}

/** Tells that an app is opened, or that the open one is left. */
export function noteApp(isOpened: boolean): void {
  app = isOpened ? {} : null
}

/** Returns the errors of the console and refusals of the server that the test did not expect. */
export function unexpected(): string[] {
  return complaints.filter((words) => !expected.some((one) => one.test(words)))
}

/** Expects complaints, each named as narrowly as possible: `404 /api/matches`. Refusals by a rule are expected without an entry here. */
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
  return add({ address, answer: async () => Response.json(body, { status }) })
}

/** Answers requests in place of the server, which `go` asks after the other rules. Returns a function that ends it. */
export function handle(address: RegExp, answer: Rule['answer']): () => void {
  return add({ address, answer })
}

/** Loses requests, as a network that is away. Returns a function that ends it. */
export function lose(address: RegExp): () => void {
  return add({ address, answer: () => Promise.reject(new TypeError('Failed to fetch')) })
}

/** Holds requests until the returned function is called; it lets later ones through too. */
export function hold(address: RegExp): () => void {
  const gate = Promise.withResolvers<void>()
  const end = add({
    address,
    answer: async (_request, go) => {
      await gate.promise
      return go()
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

/** Returns the last requests of a test, each with its outcome. */
export function lastRequests(count: number): string[] {
  return asked.slice(-count).map(({ method, address, outcome }) => `${outcome} ${method} ${address}`)
}

/** Ends a failure with the next tap, not before it: what happens on the server may have the screen read again by itself. */
export function endAtTap(end: () => void): void {
  window.addEventListener('click', end, { capture: true, once: true })
}
