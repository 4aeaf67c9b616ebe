import { readdirSync } from 'node:fs'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { z } from 'zod'

const CONTRACT = new URL('../../../contract/', import.meta.url)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Every endpoint that ends its answer, found by looking: a new one is tested without being named anywhere. */
export async function allEndpoints(): Promise<Endpoint[]> {
  return (await contract()).filter((endpoint) => endpoint.stream !== true)
}

/** Those that never end theirs: they are asked over a socket, by tests of their own. */
export async function allStreams(): Promise<Endpoint[]> {
  return (await contract()).filter((endpoint) => endpoint.stream === true)
}

async function contract(): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

export interface Field {
  readonly name: string
  /** As JSON schema names it; `null` where anything is taken. */
  readonly type: string | null
  /** The values it is limited to, where it is. */
  readonly choices: readonly unknown[] | null
}

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, Shape>
  readonly anyOf?: readonly Shape[]
}

/** Fields of a part of an endpoint, those of all alternatives together. */
export function fieldsOf(part: z.ZodType | undefined): Field[] {
  if (part === undefined) return []
  const shape = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Shape
  const objects = [shape, ...(shape.anyOf ?? [])]
  return objects.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, { type = null, enum: choices = null }]) => ({ name, type, choices })),
  )
}
