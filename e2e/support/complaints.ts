import type { Browser, BrowserContext, ConsoleMessage, Request, Route } from '@playwright/test'

/** The browser's message for a resource that failed to load. */
const NOT_LOADED = /^Failed to load resource: (?:.* status of (\d+)|net::(\w+))/
/** A busy server postpones pictures: the app draws placeholders, and retries. */
const PUT_OFF = /^503 \/media\//
/** The worker's message for a picture that was loading when its page was left. */
const LEFT = /^ERR_FAILED \/media\//
/** Chromium's message for a drawing that takes the place of such a picture: what a page asks for while it is left counts as a beacon, which no policy lets go to `data:`. */
const DRAWN_AS_LEFT = /^Connecting to 'data:image\/svg\+xml,.*' violates .* "(?:connect|default)-src /
const OUR_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1):\d+/

/** Errors in the browser's console, in all windows. A journey fails at any that it does not expect. */
export interface Complaints {
  /**
   * Expects complaints in this journey, each named as narrowly as possible: `404 /api/matches` and `ERR_FAILED /api/matches` stand for
   * resources that did not load. Failures that the journey's own routes cause are expected without an entry here.
   */
  allow(...expected: RegExp[]): void
}

/** Collects complaints during a journey. */
export interface Hearing {
  readonly complaints: Complaints
  /** Ends the journey: later complaints no longer count. */
  end(): void
  /** Returns the complaints that were not expected. */
  unexpected(): string[]
}

/** Listens to all contexts that are opened from now on. */
export function hearComplaints(browser: Browser): Hearing {
  const heard: string[] = []
  let isOver = false
  const note = (words: string) => {
    if (!isOver) heard.push(words)
  }
  const allowed: RegExp[] = [PUT_OFF, LEFT, DRAWN_AS_LEFT]
  const broken = new Set<string>()
  const hear = (context: BrowserContext) => {
    noteBroken(context, broken)
    noteOvertaken(context, broken)
    context.on('console', (message) => {
      if (message.type() === 'error') note(wordsOf(message))
    })
    context.on('weberror', (error) => note(String(error.error().stack ?? error.error())))
  }
  browser.on('context', hear)
  return {
    complaints: { allow: (...expected) => allowed.push(...expected) },
    end: () => {
      isOver = true
      browser.off('context', hear)
    },
    unexpected: () => heard.filter((words) => !broken.has(words) && !allowed.some((expected) => expected.test(words))),
  }
}

function wordsOf(message: ConsoleMessage): string {
  const [, status, failure] = NOT_LOADED.exec(message.text()) ?? []
  const { url } = message.location()
  if (status === undefined && failure === undefined) return `${message.text()} (${url})`
  return `${status ?? failure} ${url.replace(OUR_ORIGIN, '')}`
}

/** Expects the refusal of reads that a sign-out of this context may overtake: their fan has left when they arrive. */
function noteOvertaken(context: BrowserContext, broken: Set<string>): void {
  const reads = new Set<Request>()
  const leaving = new Set<Request>()
  const expectRefusal = (read: Request) => broken.add(`401 ${read.url().replace(OUR_ORIGIN, '')}`)
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/sign-out')) {
      leaving.add(request)
      reads.forEach(expectRefusal)
    } else if (request.method() === 'GET') {
      reads.add(request)
      if (leaving.size > 0) expectRefusal(request)
    }
  })
  const end = (request: Request) => {
    reads.delete(request)
    leaving.delete(request)
  }
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

type Handler = (route: Route, request: Request) => unknown

/** Expects the complaints about failures that this context's own routes cause. */
function noteBroken(context: BrowserContext, broken: Set<string>): void {
  const { route, unroute } = context
  const noting = new Map<unknown, Handler>()
  context.route = (address, handler, options) => {
    const own: Handler = (one, request) => handler(noted(one, broken), request)
    noting.set(handler, own)
    return route.call(context, address, own, options)
  }
  context.unroute = (address, handler) =>
    unroute.call(context, address, handler === undefined ? undefined : noting.get(handler))
}

function noted(route: Route, broken: Set<string>): Route {
  const note = (what: string | number) => broken.add(`${what} ${route.request().url().replace(OUR_ORIGIN, '')}`)
  const { abort, fulfill } = route
  route.fulfill = (options) => {
    if ((options?.status ?? 200) >= 400) note(options?.status ?? '')
    return fulfill.call(route, options)
  }
  route.abort = (reason = 'failed') => {
    note(`ERR_${reason.toUpperCase()}`)
    return abort.call(route, reason)
  }
  return route
}
