import { VOTE_OPENING_MINUTE } from '@tribune/domain/voting-window.ts'
import { expect, test } from 'vitest'
import { card } from './home.ts'

// Written out, because the first load has no room for the rule.
test('the card of a match says the minute of the rule', () => {
  expect(card.locked).toBe(`Votes à partir de la ${VOTE_OPENING_MINUTE}'`)
})
