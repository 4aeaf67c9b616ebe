import { notFound } from '@tanstack/react-router'

/** Parses a numeric id (spec section 2). Anything else shows the screen's « not found » state. */
function parseId(text: string, min: number): { readonly id: number } {
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id) || id < min) throw notFound({ data: text })
  return { id }
}

export const matchParams = { parse: ({ id }: { readonly id: string }) => parseId(id, 1) }
/** Players without an id of the provider have negative ids. */
export const playerParams = { parse: ({ id }: { readonly id: string }) => parseId(id, Number.NEGATIVE_INFINITY) }
