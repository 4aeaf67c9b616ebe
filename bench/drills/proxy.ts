import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tribune/server/kernel/free-port.ts'

const DEPLOYED = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
const STARTS_IN_MS = 10_000

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
  const upstream = block('upstream tribune {').replace(
    /server [^;]+;/,
    `server 127.0.0.1:${serverPort} max_conns=${calls};`,
  )
  const busy = /location @busy \{[^}]*\}[^}]*\}[^}]*\}/s.exec(deployed)?.[0] ?? ''
  if (!upstream.includes('max_conns') || !busy.includes('503')) throw new Error(`${DEPLOYED} has no limit of calls`)
  writeFileSync(
    join(dir, 'nginx.conf'),
    `worker_processes auto; pid nginx.pid; worker_rlimit_nofile 65536;
    events { worker_connections 16384; }
    http {
      access_log off; client_body_temp_path body; proxy_temp_path proxy;
      ${upstream}
      server {
        listen 127.0.0.1:${port} backlog=4096;
        keepalive_requests 1000000;
        location / {
          proxy_pass http://tribune; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $host;
          error_page 502 =503 @busy;
        }
        ${busy}
      }
    }`,
  )
  const parameters = ['-c', join(dir, 'nginx.conf'), '-p', dir, '-e', join(dir, 'error.log'), '-g', 'daemon off;']
  const child = spawn('nginx', parameters, { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  await Promise.race([answers(port), failed])
  return {
    port,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Resolves once a port takes connections. */
async function answers(port: number): Promise<void> {
  for (const until = performance.now() + STARTS_IN_MS; ; await pause(100)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (performance.now() > until) throw new Error('nginx did not start')
  }
}
