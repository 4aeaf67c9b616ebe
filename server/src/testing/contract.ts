import { readdirSync } from 'node:fs'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import type { ErrorCode } from '@tribune/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const CONTRACT = new URL('../../../contract/', import.meta.url)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Finds all endpoints except streams, so that new ones are tested without being listed. */
export async function allEndpoints(): Promise<Endpoint[]> {
  return (await contract()).filter((endpoint) => endpoint.stream !== true)
}

/** Finds all streams, which have tests of their own over a socket. */
export async function allStreams(): Promise<Endpoint[]> {
  return (await contract()).filter((endpoint) => endpoint.stream === true)
}

async function contract(): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$|^node_modules\//.test(name),
  )
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

export interface Field {
  readonly name: string
  /** JSON schema type; `null` if any is accepted. */
  readonly type: string | null
  /** Allowed values, if limited. */
  readonly choices: readonly unknown[] | null
}

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, Shape>
  readonly anyOf?: readonly Shape[]
}

/** Returns the fields of a part of an endpoint, over all alternatives of a union. */
export function fieldsOf(part: z.ZodType | undefined): Field[] {
  if (part === undefined) return []
  const shape = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Shape
  const objects = [shape, ...(shape.anyOf ?? [])]
  return objects.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, { type = null, enum: choices = null }]) => ({ name, type, choices })),
  )
}

/** Refusals of this process's servers that the contract does not declare for their route. */
const undeclared = new Set<string>()

/** Notes each refusal of a server that its endpoint does not declare. */
export function noteUndeclared(http: FastifyInstance): void {
  http.addHook('onSend', async ({ method, routeOptions: { url, config } }, _reply, payload) => {
    const code = typeof payload === 'string' && /^\{"error":\{"code":"(\w+)"/.exec(payload)?.[1]
    if (code && config.refusals?.has(code as ErrorCode) === false) undeclared.add(`${method} ${url} ${code}`)
    return payload
  })
}

/** Fails the test after such a refusal. */
export function requireDeclaredRefusals(): void {
  if (undeclared.size > 0) throw new Error(`Refusals missing in the contract: ${[...undeclared].join()}`)
}
