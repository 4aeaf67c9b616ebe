import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { nginxCommand, startCommand } from '../harness.ts'

/** A proxy in front of a server, with the limit and the refusal of deploy/. Debian's package of this name must be installed. */
export interface ProxyKind {
  readonly name: string
  /** Makes the configuration of a proxy that passes on at most `calls` calls at a time. */
  readonly configuration: (ports: Ports, calls: number) => string
  readonly command: (file: string, dir: string, ports: Ports) => readonly string[]
}

interface Ports {
  readonly own: number
  readonly server: number
}

const deployed = (file: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')

/** Starts a proxy in front of a server. Returns its port, and a function that ends it. */
export async function startProxy({ configuration, command }: ProxyKind, server: number, calls: number) {
  const [own, dir] = [await freePort(), mkdtempSync(join(tmpdir(), 'tribune-proxy-'))]
  const file = join(dir, 'configuration')
  writeFileSync(file, configuration({ own, server }, calls))
  const proxy = await startCommand(command(file, dir, { own, server }), own)
  return {
    port: own,
    async stop() {
      await proxy.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** nginx with parts of deploy/nginx.conf, without TLS. */
const nginx: ProxyKind = {
  name: 'nginx',
  command: nginxCommand,
  configuration({ own, server }, calls) {
    const whole = deployed('nginx.conf')
    const block = (start: string) => {
      const text = whole.slice(whole.indexOf(start))
      return text.slice(0, text.indexOf('\n  }') + 4)
    }
    const limited = replaced(block('upstream tribune {'), /server [^;]+max_conns=[^;]+;/, () => {
      return `server 127.0.0.1:${server} max_conns=${calls};`
    })
    const [refused] = /location @refused \{[^}]*\}/.exec(whole) ?? []
    if (refused === undefined) throw new Error('nginx.conf has no refusal')
    return `worker_processes auto; pid nginx.pid; worker_rlimit_nofile 65536;
    events { worker_connections 16384; }
    http {
      access_log off; client_body_temp_path body; proxy_temp_path proxy;
      ${limited}
      ${block('map $upstream_addr $refusal {')}
      server {
        listen 127.0.0.1:${own} backlog=4096;
        keepalive_requests 1000000;
        location / {
          proxy_pass http://tribune; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $host;
          error_page 502 =503 @refused;
        }
        ${refused}
      }
    }`
  },
}

/** Caddy with the whole of deploy/Caddyfile; without TLS, because its name is `http:`. */
const caddy: ProxyKind = {
  name: 'Caddy',
  configuration: (_ports, calls) =>
    replaced(deployed('Caddyfile'), /unhealthy_request_count \d+/, () => `unhealthy_request_count ${calls}`).replace(
      '{\n',
      '{\n\tadmin off\n',
    ),
  command: (file, dir, { own, server }) => [
    'env',
    `PUBLIC_URL=http://localhost:${own}`,
    `UPSTREAM=127.0.0.1:${server}`,
    `XDG_DATA_HOME=${dir}`,
    `XDG_CONFIG_HOME=${dir}`,
    ...['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  ],
}

export const PROXIES: readonly ProxyKind[] = [nginx, caddy]

function replaced(text: string, pattern: RegExp, by: () => string): string {
  if (!pattern.test(text)) throw new Error(`the configuration lacks ${pattern}`)
  return text.replace(pattern, by)
}
