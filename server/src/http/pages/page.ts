import { statusOf } from '@tribune/contract/errors.ts'
import { DAY_MS } from '@tribune/domain/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../infra/snapshots/public-reads.ts'
import { ReadyBytes, type Snapshot, type Snapshots, sendSnapshot } from '../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { allowOwnScripts, type BuiltPage } from './built-page.ts'
import { type AddressHead, type Head, withHead } from './head.ts'

/** A page does not wait longer for what it says of itself: people come for the screen. */
const PATIENCE_MS = 250
const HTML = 'text/html; charset=utf-8'
const CACHE = 'no-cache'

export interface PageParts {
  /** Address people reach the product at, without a trailing slash. */
  readonly publicUrl: string
  readonly snapshots: Snapshots
  /** The head of the page at a path without its query. */
  readonly headOf: (path: string) => AddressHead
}

type PageSender = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Sends the app's one page with the head of its address, from memory; with 404 where that is no page's address, or nobody's. */
export function createPageSender(parts: PageParts, readPage: () => Promise<BuiltPage>): PageSender {
  const { snapshots, publicUrl, headOf } = parts
  return async (address, request, reply) => {
    const page = await readPage()
    const { version, html } = page
    allowOwnScripts(page, reply)
    const build = async (head: Head | Promise<Head>) =>
      new ReadyBytes(HTML, Buffer.from(withHead(html, await head, publicUrl)), CACHE)
    const { read, fixed, isNobody } = headOf(address)
    const fixedPage = () =>
      snapshots.get(
        { key: `page:${version}:fixed:${fixed.path}`, tags: [], maxAgeMs: DAY_MS, build: () => build(fixed) },
        null,
      )
    if (read === null)
      return isNobody ? sendMissing(await fixedPage(), reply) : sendSnapshot(await fixedPage(), request, reply)
    const wanted = { ...read, key: `page:${version}:${read.key}`, build: () => build(read.build()) }
    const { address: from, isThere } = callerOf(request)
    let isOver = false
    const own = await inTime(snapshots.get(wanted, { address: from, isThere: () => !isOver && isThere() }, 'head'))
    isOver = true
    if (own === 'nobody') return sendMissing(await fixedPage(), reply)
    return sendSnapshot(own ?? (await fixedPage()), request, reply)
  }
}

/** The page, `nobody` when the address is nobody's, `null` when it takes too long or cannot be read. */
async function inTime(building: Promise<Snapshot>): Promise<Snapshot | 'nobody' | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  const tried = building.catch((error: unknown) => (isNobodys(error) ? ('nobody' as const) : null))
  try {
    return await Promise.race([tried, patience])
  } finally {
    clearTimeout(timer)
  }
}

function isNobodys(error: unknown): boolean {
  return error instanceof Refusal && statusOf(error.code) === 404
}

/** The app still shows its own screen for it. */
function sendMissing({ type, plain }: Snapshot, reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', CACHE).type(type).send(plain)
}
