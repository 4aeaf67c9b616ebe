import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { nginxOptions, startCommand } from '../harness.ts'

const DEPLOYED = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** A proxy at a port. */
interface Proxy {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Starts nginx in front of a server, with the upstream and the refusal of deploy/nginx.conf, for at most `calls` calls at a time. Debian's `nginx` must be
 * installed.
 */
export async function startProxy(serverPort: number, calls: number): Promise<Proxy> {
  const [port, dir] = [await freePort(), mkdtempSync(join(tmpdir(), 'tribune-proxy-'))]
  const deployed = readFileSync(DEPLOYED, 'utf8')
  const block = (start: string) => {
    const text = deployed.slice(deployed.indexOf(start))
    return text.slice(0, text.indexOf('\n  }') + 4)
  }
  const limited = block('upstream tribune {').replace(
    /server [^;]+;/,
    `server 127.0.0.1:${serverPort} max_conns=${calls};`,
  )
  const [refused] = /location @refused \{[^}]*\}/.exec(deployed) ?? []
  if (!limited.includes('max_conns') || refused === undefined) throw new Error(`${DEPLOYED} has no limit of calls`)
  writeFileSync(
    join(dir, 'nginx.conf'),
    `worker_processes auto; pid nginx.pid; worker_rlimit_nofile 65536;
    events { worker_connections 16384; }
    http {
      access_log off; client_body_temp_path body; proxy_temp_path proxy;
      ${limited}
      ${block('map $upstream_addr $refusal {')}
      server {
        listen 127.0.0.1:${port} backlog=4096;
        keepalive_requests 1000000;
        location / {
          proxy_pass http://tribune; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $host;
          error_page 502 =503 @refused;
        }
        ${refused}
      }
    }`,
  )
  const proxy = await startCommand(['nginx', ...nginxOptions(join(dir, 'nginx.conf'), dir)], port)
  return {
    port,
    async stop() {
      await proxy.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
