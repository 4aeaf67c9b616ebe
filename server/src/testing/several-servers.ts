import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '../kernel/free-port.ts'
import { SECRET } from './constants.ts'
import { SETTINGS_OF_NOWHERE } from './nowhere.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A line of the log. */
interface Line {
  readonly pid: number
  readonly msg: string
  readonly reqId?: string
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: IncomingMessage['headers']
}

interface Asked {
  readonly method?: string
  readonly cookie?: string
  readonly token?: string
  readonly body?: object
}

/** A connection that stays open, and the process that it leads to. */
interface Connection {
  readonly pid: number
  ask(path: string, asked?: Asked): Promise<Answer>
  open(path: string): Promise<IncomingMessage>
}

/** The real product as several processes, started by its own entry point, with stand-ins for mail and push. */
export class SeveralServers {
  readonly port: number
  readonly parent: ChildProcess
  readonly lines: Line[] = []
  /** Lines for a terminal. */
  readonly printed: string[] = []
  readonly exited: Promise<unknown[]>

  private constructor(port: number, env: Readonly<Record<string, string>>) {
    this.port = port
    this.parent = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.exited = once(this.parent, 'exit')
    const { stdout } = this.parent
    if (stdout === null) throw new Error('The product has no output')
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('{')) this.lines.push(JSON.parse(line) as Line)
      else this.printed.push(line)
    })
  }

  static async start(databaseUrl: string, dataDir: string, settings: Readonly<Record<string, string>>) {
    const port = await freePort()
    return new SeveralServers(port, {
      PATH: process.env.PATH ?? '',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET,
      PROOF_OF_WORK: 'off',
      ...SETTINGS_OF_NOWHERE,
      ...settings,
    })
  }

  /** Returns the processes that have written a line. */
  saying(msg: string): number[] {
    return this.lines.filter((line) => line.msg.includes(msg)).map(({ pid }) => pid)
  }

  async connect(): Promise<Connection> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string, asked?: Asked) => this.ask(path, asked, agent)
    const open = (path: string) => this.open(path, {}, agent)
    const { error } = JSON.parse((await ask('/api/nothing')).body) as { error: { id: string } }
    // The log reaches us over another way than the answer.
    for (;;) {
      const line = this.lines.find(({ reqId }) => reqId === error.id)
      if (line !== undefined) return { pid: line.pid, ask, open }
      await new Promise(setImmediate)
    }
  }

  /** Opens connections until each of so many processes has one. */
  async connectToEach(count: number): Promise<Connection[]> {
    const found = new Map<number, Connection>()
    while (found.size < count) {
      const connection = await this.connect()
      found.set(connection.pid, connection)
    }
    return [...found.values()]
  }

  /** Sends a request, over a connection of its own unless an agent is given. */
  async ask(path: string, asked: Asked = {}, agent: Agent | false = false): Promise<Answer> {
    const answer = await this.open(path, asked, agent)
    return { status: answer.statusCode ?? 0, body: await text(answer), headers: answer.headers }
  }

  open(
    path: string,
    { method = 'GET', cookie, token, body }: Asked = {},
    agent: Agent | false = false,
  ): Promise<IncomingMessage> {
    const headers = {
      origin: `http://localhost:${this.port}`,
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: this.port, path, method, headers, agent }, resolve)
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

/** Returns whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
