import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import { type AnyErrorCode, refusalOf } from '@tribune/contract/account-errors.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Snapshots } from '../infra/snapshots/snapshot.ts'

/** Collects all routes that are registered after this call. */
export async function collectOpenApi(
  http: FastifyInstance,
  { publicUrl }: { readonly publicUrl: string },
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tribune', version: '1', description: 'Le vote populaire mondial' },
      servers: [{ url: publicUrl }],
    },
    transform: withRefusals,
  })
}

/** Serves `/api/openapi.json`, and its readable form at `/api/docs`. The document is generated once. */
export async function serveOpenApi(http: FastifyInstance, snapshots: Snapshots): Promise<void> {
  const make = () => withAccountCalls(http.swagger())
  let made: ReturnType<typeof make> | undefined
  const whole = () => {
    made ??= make()
    return made
  }
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    transformSpecification: whole,
    transformSpecificationClone: false,
  })
  const wanted = { key: 'openapi', tags: [], maxAgeMs: DAY_MS, isExempt: true, build: async () => whole() }
  http.get('/api/openapi.json', { schema: { hide: true } }, (request, reply) => snapshots.send(wanted, request, reply))
}

/** Adds the refusals of a route to its answers. */
const withRefusals: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const refusals = 'route' in document ? ((document.route as RouteOptions).config?.refusals ?? []) : []
  const answers: Record<string, object> = Object(schema.response)
  const described = Object.entries(refusalsByStatus(refusals)).map(([status, refusal]) => [
    status,
    { ...answers[status], ...refusal },
  ])
  return { schema: { ...schema, response: { ...answers, ...Object.fromEntries(described) } }, url }
}

/** Returns the codes of refusals as the description of each status. */
function refusalsByStatus(codes: Iterable<AnyErrorCode>): Record<string, { description: string }> {
  const byStatus = Map.groupBy(codes, (code) => refusalOf(code)[0])
  return Object.fromEntries([...byStatus].map(([status, named]) => [status, { description: named.join(', ') }]))
}

/** Adds the account calls from the contract, because they are not registered as routes. */
function withAccountCalls<T extends object>(document: T): T {
  const paths: Record<string, object> = {}
  for (const { method, path, summary, query, body, output, errors } of ACCOUNT_CALLS) {
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: {
        summary,
        tags: ['auth'],
        ...(query && { parameters: queryParameters(query) }),
        ...(body && { requestBody: jsonContent(body) }),
        responses: { 200: { description: 'Done', ...(output && jsonContent(output)) }, ...refusalsByStatus(errors) },
      },
    }
  }
  const known = 'paths' in document && typeof document.paths === 'object' ? document.paths : {}
  return { ...document, paths: { ...known, ...paths } }
}

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })

const jsonContent = (type: z.ZodType) => ({ content: { 'application/json': { schema: schemaOf(type) } } })

function queryParameters(type: z.ZodType): object[] {
  const { properties = {}, required = [] } = schemaOf(type)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
