import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { describe, expect, test } from 'vitest'
import { voteAction } from './vote-action-words.ts'

const complete = { complete: true, top3: [1, 2, 3] }
const begun = { complete: false, top3: [1, 2] }

describe('the voting table', () => {
  test.each<[VotingState, string, string, string | null]>([
    ['upcoming', 'disabled', 'Match à venir', null],
    ['postponed', 'disabled', 'Match reporté', null],
    ['cancelled', 'disabled', 'Match annulé', null],
    ['suspended', 'disabled', 'Match suspendu', null],
    ['locked', 'disabled', "Votes à partir de la 60'", null],
    ['open_live', 'vote', 'Voter en direct', null],
    ['open_after', 'vote', 'Voter', 'Votes ouverts - Plus que quelques minutes\u202f!'],
    ['closed', 'results', 'Voir les résultats', 'Votes clos'],
  ])('%s: %s « %s »', (state, kind, text, message) => {
    expect(voteAction(state, undefined)).toEqual({ kind, text, message })
  })
})

describe('a fan who has voted', () => {
  test.each<VotingState>(['open_live', 'open_after'])('may change their vote while it is %s', (state) => {
    expect(voteAction(state, complete)).toMatchObject({ kind: 'change', text: 'Vote effectué\u202f! Changer mon vote' })
  })

  test('sees how many picks an incomplete vote lacks', () => {
    expect(voteAction('open_live', begun)).toMatchObject({ kind: 'vote', text: 'Terminer mon vote (2/3)' })
  })

  test('sees the results once the vote is closed', () => {
    expect(voteAction('closed', complete)).toEqual(voteAction('closed', undefined))
  })
})
