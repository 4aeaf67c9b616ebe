import { ERRORS } from '@tribune/contract/errors.ts'
import { describe, expect, test } from 'vitest'
import { ApiError, isWorthRetrying, messageOf, refusalOf, retryDelay, unansweredError } from './api-error.ts'

describe('a refusal', () => {
  test.each(Object.entries(ERRORS))('%s keeps its code, its sentence and its id', (code, [status, sentence]) => {
    const error = refusalOf(status, { error: { code, message: sentence, id: 'r-1' } })
    expect(error).toMatchObject({ code, status, message: sentence, id: 'r-1' })
  })

  test('keeps the sentence of the server, which may be more specific than the catalogue', () => {
    expect(refusalOf(404, { error: { code: 'match_not_found', message: 'Match 7 non trouvé', id: 'r' } }).message).toBe(
      'Match 7 non trouvé',
    )
  })

  test('of the accounts library keeps its code', () => {
    const body = { error: { code: 'invalid_token', message: 'Ce lien a expiré.', id: 'r-2' } }
    expect(refusalOf(400, body)).toMatchObject({ code: 'invalid_token', message: 'Ce lien a expiré.' })
  })

  test('without a sentence is shown as unreadable', () => {
    const error = refusalOf(502, { error: { code: 'unheard_of' } })
    expect(error).toMatchObject({ code: 'unheard_of', status: 502, id: null })
    expect(messageOf(error)).toBe('Réponse illisible\u00a0: un Wi-Fi public demande peut-être de s’identifier.')
  })

  test.each([null, 'oops', {}, { error: null }, { error: { code: 7 } }])('with the body %j is unreadable', (body) => {
    expect(refusalOf(502, body)).toMatchObject({ code: 'unreadable', status: 502, id: null })
  })
})

describe('a request without an answer', () => {
  test('rethrows an abort by the caller', () => {
    const abort = new DOMException('', 'AbortError')
    expect(unansweredError(abort, true)).toBe(abort)
  })

  test.each([
    [new DOMException('', 'TimeoutError'), true, 'timeout'],
    [new TypeError('Failed to fetch'), true, 'offline'],
    [new TypeError('Failed to fetch'), false, 'offline'],
  ])('turns %s into a French sentence', (cause, online, code) => {
    const error = unansweredError(cause, online)
    expect(error).toMatchObject({ code })
    expect(messageOf(error)).not.toBe('')
  })
})

test('only overload and server errors are retried', () => {
  const retried = [0, 400, 401, 404, 409, 422, 429, 500, 501, 502, 503, 504].filter((status) =>
    isWorthRetrying(new ApiError('internal', '', { status })),
  )
  expect(retried).toEqual([429, 500, 502, 503, 504])
})

test('a failed call waits 300 ms more after each attempt', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([300, 600, 900])
})

test('any other error is shown without its detail', () => {
  expect(messageOf(new TypeError('x is undefined'))).toBe(ERRORS.internal[1])
})
