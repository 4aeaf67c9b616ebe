import type { Endpoint } from '@tribune/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'
import type { Fan, Sessions } from './session.ts'

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : undefined

/** What a handler gets: checked input, and the fan where the endpoint asks for one. */
export interface Call<E extends Endpoint> {
  readonly params: Part<E, 'params'>
  readonly query: Part<E, 'query'>
  readonly body: Part<E, 'body'>
  readonly fan: E['access'] extends 'public' ? null : Fan
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answer<E extends Endpoint> = z.input<E['output']> | FastifyReply

/** Registers endpoints of the contract: who may call is checked before the body is read, what leaves is checked too. */
export type Router = <E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>) => void

export function createRouter(app: FastifyInstance, sessions: Sessions): Router {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        tags: [tagOf(endpoint.path)],
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
        response: { 200: endpoint.output },
      },
      onRequest: async (request) => {
        if (endpoint.access !== 'public') request.fan = await allowed(endpoint, sessions, request)
      },
      handler: async (request, reply) => {
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          fan: request.fan,
          request,
          reply,
        }
        return handler(call as unknown as Call<typeof endpoint>)
      },
    })
  }
}

async function allowed(endpoint: Endpoint, sessions: Sessions, request: FastifyRequest): Promise<Fan> {
  const fan = await sessions.read(request.headers)
  if (fan === null) throw new Refusal('not_authenticated')
  if (endpoint.access === 'admin' && !fan.isAdmin) throw new Refusal('admin_only')
  return fan
}

function tagOf(path: string): string {
  const [, , first = '', second = ''] = path.split('/')
  return first === 'rpc' || first === 'functions' ? `${first}/${second}` : first
}

declare module 'fastify' {
  interface FastifyRequest {
    fan: Fan | null
  }
}
