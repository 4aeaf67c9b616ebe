import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Order to the process that chooses passwords, a separate one so that only the server can slow the fans. */
export interface Hostility {
  readonly port: number
  /** Local addresses to call from, in turn. */
  readonly addresses: readonly string[]
  readonly perSecond: number
  readonly seconds: number
  readonly passwords: readonly string[]
  /** Tokens of reset links. */
  readonly tokens: readonly string[]
}

/** The origin that the bench's server trusts. */
const ORIGIN = 'http://localhost'

process.once('message', async ({ port, addresses, perSecond, seconds, passwords, tokens }: Hostility) => {
  const agents = addresses.map((localAddress) => new Agent({ keepAlive: true, localAddress }))
  const answers: Record<string, number> = {}
  process.send?.('begun')
  const one = async (index: number) => {
    await pause((index * 1_000) / perSecond)
    const password = passwords[index % passwords.length]
    // The address changes with each call, the path once all addresses have called.
    const [path, body] =
      Math.floor(index / addresses.length) % 2 === 0
        ? ['sign-up/email', { name: 'Fan', email: `n${index}@domain.example`, password, callbackURL: '/' }]
        : ['reset-password', { token: tokens[index], newPassword: password }]
    const answer = `${path} ${await send(`http://127.0.0.1:${port}/api/auth/${path}`, body, agents[index % agents.length])}`
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, index) => one(index)))
  for (const agent of agents) agent.destroy()
  process.send?.(answers)
})

/** Posts a body. Returns the status, and the code of a refusal. */
function send(url: string, body: object, agent: Agent | undefined): Promise<string> {
  return new Promise((done) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    request(url, { method: 'POST', headers, ...(agent === undefined ? {} : { agent }) }, async (answer) => {
      const text = (await answer.toArray()).join('')
      const code = /"code":"(\w+)"/.exec(text)?.[1]
      done([answer.statusCode, ...(code === undefined ? [] : [code])].join(' '))
    })
      .once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'))
      .end(JSON.stringify(body))
  })
}
