/** The fields of a body, as the library reads it: JSON, or a form's. Nothing where it is neither. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  if (!body.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
