import { z } from 'zod'

/** A refused setting. The message never contains its value. */
export interface Fault {
  readonly name: string
  readonly message: string
}

/** Settings of an area after validation. */
export type Checked<Settings extends z.ZodRawShape> = z.output<z.ZodObject<Settings>>

/** How far from development a product is; some settings are refused in production alone. */
export interface Environment {
  readonly NODE_ENV: 'development' | 'production' | 'test'
}

export const text = z.string().trim().min(1)
export const onOff = z.enum(['on', 'off'])
export const domainList = text
  .toLowerCase()
  .regex(/^[a-z\d.-]+\.[a-z]{2,}(\s*,\s*[a-z\d.-]+\.[a-z]{2,})*$/, 'domains, with commas')
  .transform((list) => list.split(',').map((one) => one.trim()))

/** Returns whether a text is an address with this scheme. One with `#` in it has a password that is not percent-encoded, and is cut off there. */
export function isAddress(value: string, scheme: RegExp): boolean {
  return URL.canParse(value) && scheme.test(new URL(value).protocol) && !value.includes('#')
}

/** Returns the fault of settings that are required together, of which some are missing; `off` for the first one disables them. */
export function requireTogether<Name extends string>(
  settings: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly [Name, ...Name[]],
  what: string,
): Fault[] {
  const given = names.filter((name) => settings[name] !== undefined).length
  if (given === 0 || given === names.length || settings[names[0]] === 'off') return []
  return [{ name: names.at(-1) ?? names[0], message: `${what} go together` }]
}

/** Returns the fault of a setting that is an `http:` address in production, where it must be another. */
export function refuseHttp(
  { NODE_ENV }: Environment,
  name: string,
  value: string | null | undefined,
  message: string,
): Fault[] {
  return NODE_ENV === 'production' && /^http:/i.test(value ?? '') ? [{ name, message }] : []
}
