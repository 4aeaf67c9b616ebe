import { expect, it } from 'vitest'
import { namesFan, operatorRefusal, SIGN_IN_METHODS, type SignInMethod } from './operator.ts'

const OWN: readonly SignInMethod[] = ['password', 'mail']

it.each([...SIGN_IN_METHODS, null])(
  'lets the operator administer after %s only where it is their own method',
  (method) => {
    const isOwn = method !== null && OWN.includes(method)
    const refusals = [1, 2].flatMap((assurance) =>
      [false, true].map((production) => operatorRefusal({ method, assurance }, production)),
    )
    expect(refusals).toEqual(isOwn ? [null, 'second_factor_required', null, null] : Array(4).fill('operator_sign_in'))
  },
)

it.each([
  ['Demande écrite du 24 novembre', false],
  ['Demande de fan@stade.invalid', true],
  ['Demande de FAN@Stade.invalid', true],
  ['Demande de +33612345678', true],
  ['Demande du +33 (6) 12.34-56 78', true],
  ['Demande du 06 12 34 56 78', true],
  ['Demande du 0033 6 12 34 56 78.', true],
  ['Demande du +33 (0)6 12 34 56 78', true],
  ['Demande du 06 12 34 56 79', false],
  ['Demande de <fan+foot@stade.invalid>, reçue hier', true],
  ['Demande de l’autre@stade.invalid', false],
])('recognises whether the reason %j names the fan', (reason, isNamed) => {
  expect(namesFan(reason, { email: 'fan@stade.invalid', phone: '+33612345678' })).toBe(isNamed)
  expect(namesFan(reason, { email: null, phone: null })).toBe(false)
})
