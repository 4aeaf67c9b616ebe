import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

interface ReadMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly navigate: string
  readonly silent?: true
  readonly data: Readonly<Record<string, string>>
}

/** A browser's end of Web Push: keys, and what it decrypts, written from RFC 8291 and RFC 8188 alone. */
export class PushBrowser {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly endpoint: string

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#pair.generateKeys()
  }

  /** The body with which it subscribes. */
  get subscription() {
    const [p256dh, auth] = [this.#pair.getPublicKey('base64url'), this.#auth.toString('base64url')]
    return { kind: 'web' as const, endpoint: this.endpoint, keys: { p256dh, auth } }
  }

  /** Decrypts a message of one record; throws if it is not for this browser. */
  read(body: Buffer): ReadMessage {
    const [salt, size, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
    const theirs = body.subarray(21, 21 + keyLength)
    const record = body.subarray(21 + keyLength)
    if (record.length > size) throw new Error('more than one record')
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), theirs])
    const secret = this.#pair.computeSecret(theirs)
    const shared = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-16))
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    const end = plain.findLastIndex((byte) => byte !== 0)
    if (plain[end] !== 2) throw new Error('no last record')
    const declared = JSON.parse(plain.subarray(0, end).toString()) as { web_push: number; notification: never }
    if (declared.web_push !== 8030) throw new Error('no declarative message')
    return declared.notification
  }
}

/** The body with which some browser subscribes. */
export const browserAt = (endpoint: string) => new PushBrowser(endpoint).subscription
