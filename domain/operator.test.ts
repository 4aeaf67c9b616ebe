import { expect, it } from 'vitest'
import { operatorRefusal, SIGN_IN_METHODS, type SignInMethod } from './operator.ts'

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
