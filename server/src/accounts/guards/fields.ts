/** The fields of a call's body. */
export type Fields = Readonly<Record<string, unknown>>

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Parses a body as the library does, so that checks here see what the library acts on. Returns `unsupported_media` for anything but JSON, which is
 * all that our pages and apps send, and `invalid_request` for JSON that is no object.
 */
export function fieldsOf(body: unknown, type: string | undefined): Fields | 'unsupported_media' | 'invalid_request' {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  if (!JSON_TYPE.test(type ?? '')) return 'unsupported_media'
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : 'invalid_request'
  } catch {
    return 'invalid_request'
  }
}
