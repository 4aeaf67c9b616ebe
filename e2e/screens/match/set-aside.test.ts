import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { SetAside } from '@tribune/contract/votes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, press, readsEnded, textWith } from '../support/screen.ts'
import { button, openMatch, rememberRevealed, SCREEN } from '../support/voting.ts'
import { change, endAtTap, handle, hold, lose, refuse, requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

const BALLOT = /^GET \/api\/votes\/\d+$/
const REVIEW = /^POST \/api\/votes\/\d+\/review$/
const notice = page.getByRole('region', { name: 'Ton bulletin est mis de côté' })
const ask = notice.getByRole('button', { name: 'Demander un réexamen' })

/** Opens a published match on which the signed-in fan has voted, as if their ballot were set aside with six others. Returns what ends it for the ballot. */
async function openAside(aside: SetAside): Promise<() => void> {
  const end = change<{ vote: object }>(BALLOT, ({ vote }) => ({ vote: { ...vote, set_aside: aside } }))
  await openVoted()
  await expect.element(notice).toBeVisible()
  return end
}

async function openVoted(): Promise<void> {
  await signIn()
  const match = await world.build({ rating: 7 })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await world.finish(match.id, 61)
  change<MatchScreen>(SCREEN, (screen) => ({ ...screen, result: { ...screen.result, ballots_set_aside: 7 } }))
  rememberRevealed(match.id)
  await openMatch(match.id)
  await expect.element(page.getByRole('heading', { name: 'Toi contre les notes' })).toBeVisible()
}

const ballotsRead = () => requests(/^\/api\/votes\/\d+$/).length
const refusal = (code: string, message: string) => ({ error: { code, message, id: 'x' } })

test.each([
  ['network', 'Beaucoup de comptes qui ont encore peu voté ont fait le même choix depuis un même réseau.'],
  ['device', 'Plusieurs comptes qui ont encore peu voté ont fait le même choix depuis un même appareil.'],
  ['mail_domain', 'Beaucoup de comptes qui ont encore peu voté, d’un même domaine d’e-mail, ont fait le même choix.'],
  ['new_accounts', 'Beaucoup de comptes qui ont encore peu voté, très semblables entre eux, ont fait le même choix.'],
  ['acted_together', 'Des comptes ont fait ensemble les mêmes choix sur plusieurs matchs, et presque rien d’autre.'],
  ['operator', 'L’équipe de Tribune a comparé les bulletins de ce match, et en a mis un groupe de côté.'],
] as const)('a fan whose ballot is set aside because of %s reads what was seen', async (reason, sentence) => {
  await openAside({ reason, review: 'over' })
  await expect.element(notice.getByText(sentence)).toBeVisible()
  await expect.element(notice.getByText('Ton vote et tes XP restent à toi.')).toBeVisible()
})

test.each([
  ['asked', 'Réexamen demandé'],
  ['confirmed', 'Réexaminé\u00a0: ton bulletin reste de côté.'],
  ['over', 'Les indices de ce match sont effacés\u00a0: un réexamen n’est plus possible.'],
] as const)('a review that is %s is shown as such, and cannot be requested', async (review, sentence) => {
  await openAside({ reason: 'network', review })
  await expect.element(notice.getByText(sentence)).toBeVisible()
  await expectCount(ask, 0)
  await expectNoViolation(`a review that is ${review}`, ['dark', 'light'], notice)
})

test('a review is requested once, and the screen confirms it', async () => {
  await openAside({ reason: 'network', review: 'possible' })
  await expectNoViolation('a ballot that is set aside')
  await expectToFit(SMALL_PHONE)
  refuse(REVIEW, 200, { set_aside: { reason: 'network', review: 'asked' } })
  const release = hold(REVIEW)
  await ask.click()
  await expect.element(ask).toHaveAttribute('aria-busy', 'true')
  await press(ask, '{Enter}')
  release()
  await expect.element(notice.getByRole('status')).toHaveTextContent('Réexamen demandé')
  await expectCount(ask, 0)
  await expect.element(notice).toHaveFocus()
  expect(requests(/\/review$/, 'POST')).toHaveLength(1)
  await notice.getByRole('link', { name: 'Comment nous comptons' }).click()
  await expect.poll(() => location.pathname + location.hash).toBe('/comptage#reexamen')
})

test('a ballot that counts again is not reviewed: the refusal explains it, and the notice disappears', async () => {
  const end = await openAside({ reason: 'network', review: 'possible' })
  const message = 'Ton bulletin compte\u00a0: il n’y a rien à réexaminer.'
  refuse(REVIEW, 409, refusal('ballot_counts', message))
  end()
  await ask.click()
  await expect.element(textWith(message)).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('a review that came too late is refused, and the notice says why', async () => {
  const end = await openAside({ reason: 'device', review: 'possible' })
  const message = 'Le réexamen n’est plus possible\u00a0: les indices de ce match sont effacés.'
  refuse(REVIEW, 409, refusal('review_over', message))
  end()
  change<{ vote: object }>(BALLOT, ({ vote }) => ({
    vote: { ...vote, set_aside: { reason: 'device', review: 'over' } },
  }))
  await ask.click()
  await expect.element(textWith(message)).toBeVisible()
  await expect.element(notice.getByText(/un réexamen n’est plus possible\.$/)).toBeVisible()
})

test('without a network nothing is requested, and the button stays', async () => {
  await openAside({ reason: 'network', review: 'possible' })
  lose(REVIEW)
  await ask.click()
  await expect.element(textWith('Impossible de joindre Tribune.')).toBeVisible()
  await expect.element(ask).not.toHaveAttribute('aria-busy')
})

test('whether the ballot counts is not requested if all ballots do', async () => {
  await openVoted()
  change<MatchScreen>(SCREEN, ({ result: { ballots_set_aside: _, ...result }, ...screen }) => ({ ...screen, result }))
  await readsEnded()
  const before = ballotsRead()
  await open(location.pathname)
  await expect.element(page.getByRole('heading', { name: 'Toi contre les notes' })).toBeVisible()
  await readsEnded()
  expect(ballotsRead()).toBe(before + 1)
})

test('a failed read shows an error, and can be tried again', async () => {
  let reads = 0
  const end = handle(BALLOT, async (_request, go) => {
    reads += 1
    return reads === 1 ? go() : Response.json({}, { status: 400 })
  })
  await openVoted()
  await expect.element(textWith('Impossible de lire si ton bulletin est compté.')).toBeVisible()
  await expectNoViolation('a ballot whose state is unknown')
  change<{ vote: object }>(BALLOT, ({ vote }) => ({
    vote: { ...vote, set_aside: { reason: 'network', review: 'possible' } },
  }))
  endAtTap(end)
  await button('Réessayer').click()
  await expect.element(notice).toBeVisible()
})
