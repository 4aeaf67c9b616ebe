import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A foreign web server that behaves as a test wants. */
export interface PictureSource {
  readonly url: string
  /** Paths asked for, in order. */
  readonly asked: string[]
  /** Sets the answer of a path; all others are 404. */
  on(path: string, answer: Answer): void
  close(): Promise<void>
}

export async function startPictureSource(): Promise<PictureSource> {
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '/' } = request
    asked.push(url)
    const answer = answers.get(url)
    if (answer !== undefined) answer(response, request)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const sends =
  (bytes: Buffer | string, type = 'image/png'): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(bytes)

export const redirects =
  (location: string, status = 302): Answer =>
  (response) =>
    void response.writeHead(status, { location }).end()

/** A plain PNG of one colour. */
export function plainPng(colour: string, width = 150, height = width): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: colour } })
    .png()
    .toBuffer()
}
