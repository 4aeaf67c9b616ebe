import type { NotificationSettings } from '@tribune/domain/messages/notification.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { askDirectly, endAtTap, hold, lose, refuse, requests } from '../support/wire.ts'
import { read, signIn, world } from '../support/world.ts'
import { button, join } from './people.ts'

const ENABLE = 'Activer sur cet appareil'
const KINDS = {
  opening: 'Ouverture du vote',
  reminder: 'Rappel avant la fin',
  result: 'Résultat',
  spoilers: 'Score et vainqueur',
} as const
const ALL = Object.keys(KINDS) as (keyof typeof KINDS)[]

const panel = page.getByRole('region', { name: 'Notifications' })
const choice = (kind: keyof typeof KINDS) => panel.getByRole('checkbox', { name: KINDS[kind], exact: false })
const rowOf = (kind: keyof typeof KINDS) =>
  panel.css('label').filter({ has: page.getByRole('checkbox', { name: KINDS[kind], exact: true }) })
const settings = async () => (await read<{ settings: NotificationSettings }>('/api/me/push')).settings

/** Makes the browser report this notification permission until the test ends; `asked` is the answer of a fan who is then asked. */
function answerNotifications(atFirst: NotificationPermission, asked = atFirst): void {
  let permission = atFirst
  const permissionRead = vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission)
  const request = vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    permission = asked
    return asked
  })
  onTestFinished(() => {
    permissionRead.mockRestore()
    request.mockRestore()
  })
}

/** Opens the settings of a signed-in fan. */
async function openSettings(): Promise<void> {
  await open('/profile')
  await expect.element(choice('opening')).toBeVisible()
}

test('settings that cannot be read offer another attempt', async () => {
  await signIn()
  const end = refuse(/^\/api\/me\/push$/, 503)
  await open('/profile')
  const retry = panel.getByRole('button', { name: 'Réessayer' })
  await expect.element(retry, { timeout: 30_000 }).toBeVisible()
  await expectNoViolation('notifications unread')
  endAtTap(end)
  await retry.click()
  await expect.element(choice('opening')).toBeVisible()
})

test('each setting is stored, and a change that is not saved is reverted', async () => {
  await signIn()
  await openSettings()
  const before = await settings()
  for (const kind of ALL) {
    await choice(kind).click()
    await expect.poll(async () => (await settings())[kind]).toBe(!before[kind])
    await expect.element(rowOf(kind).getByRole('status')).toHaveTextContent('Enregistré')
  }
  await expectCount(panel.getByText('Enregistré'), 1)
  await expectNoViolation('a saved setting')
  await panel.getByLabelText('De', { exact: true }).selectOptions('22')
  await expect.element(panel.getByRole('group', { name: 'Heures calmes' }).getByText('Enregistré')).toBeVisible()
  await panel.getByLabelText('Messages par jour', { exact: false }).selectOptions('2')
  await expect.poll(settings).toMatchObject({ quiet_from: 22 * 60, max_a_day: 2 })
  await openSettings()
  for (const kind of ['opening', 'reminder', 'result'] as const) await expect.element(choice(kind)).not.toBeChecked()
  await expect.element(choice('spoilers')).toBeChecked()
  await expect.element(panel.getByLabelText('De', { exact: true })).toHaveValue('22')
  await expect.element(panel.getByLabelText('Messages par jour', { exact: false })).toHaveValue('2')

  refuse(/^\/api\/me\/push\/settings$/, 503)
  await choice('result').click()
  await expect.element(textWith('Ton réglage n’a pas été enregistré. Réessaie.')).toBeVisible()
  await expect.element(choice('result')).not.toBeChecked()
  await expect.element(rowOf('result').getByText('Non enregistré')).toBeVisible()
  await expectNoViolation('a setting that is not saved')
  await expectToFit(SMALL_PHONE)
})

test('a fan who refuses notifications sees where to allow them', async () => {
  answerNotifications('default', 'denied')
  await signIn()
  await openSettings()
  await button(ENABLE).click()
  const blocked = panel.getByText(
    'Ton navigateur bloque les notifications de Tribune. Autorise-les dans ses réglages, puis réessaie.',
    { exact: false },
  )
  await expect.element(blocked).toBeVisible()
  await expectNoViolation('notifications blocked')
  await expectToFit(SMALL_PHONE)
  await openSettings()
  await expect.element(blocked).toBeVisible()
})

test('a browser that receives no push messages shows why, and still offers the settings', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'PushManager') ?? {}
  onTestFinished(() => void Object.defineProperty(window, 'PushManager', own))
  Reflect.deleteProperty(window, 'PushManager')
  await signIn()
  await openSettings()
  await expect.element(panel.getByText(/^Ce navigateur ne reçoit pas de notifications\./)).toBeVisible()
  await expect.element(button(ENABLE)).not.toBeInTheDocument()
  await expectNoViolation('no push')
  await expectToFit(SMALL_PHONE)
})

test('a browser without a worker says that it failed', async () => {
  answerNotifications('granted')
  await signIn()
  await openSettings()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await button(ENABLE).click()
  const failed = textWith('L’abonnement n’a pas abouti. Réessaie dans un instant.')
  const laterFailed = () => {
    vi.advanceTimersByTime(1_000)
    return failed.length
  }
  await expect.poll(laterFailed).toBe(1)
  await expect.element(button(ENABLE)).toBeEnabled()
})

test('a browser whose notifications have an action offers nothing on the match', async () => {
  const match = await world.build({ home: 'FC Rive', away: 'Stade Aval' })
  await open(`/match/${match.id}#message=reminder.proof`)
  await expect.poll(() => location.pathname + location.search + location.hash).toBe(`/match/${match.id}`)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(button('Ne plus recevoir ces messages')).not.toBeInTheDocument()
})

const SAVES = /^PUT \/api\/me\/digest$/

const setting = page.getByRole('checkbox', { name: 'Le récap de ta semaine, le lundi à 9\u00a0h' })
const sent = () =>
  requests(/^\/api\/me\/digest$/, 'PUT').map(({ body }) => (JSON.parse(body) as { wanted: boolean }).wanted)

test('two quick taps on the digest store the last choice, and the box does not jump in between', async () => {
  await join()
  await expect.element(setting).toBeEnabled()
  const release = hold(SAVES)
  await setting.click()
  await setting.click()
  expect(sent()).toEqual([true])
  release()
  await expect.element(page.getByText('Tu ne recevras plus le récap.')).toBeVisible()
  await expect.element(setting).not.toBeChecked()
  expect(sent()).toEqual([true, false])
  expect(await read('/api/me/digest')).toMatchObject({ wanted: false })
})

test('a choice that is not saved is undone, and a wrong link shows an error', async () => {
  await join()
  lose(SAVES)
  await setting.click()
  await expect.element(page.getByText('Ton réglage n’a pas été enregistré. Réessaie.')).toBeVisible()
  await expect.element(setting).not.toBeChecked()
  const answer = await askDirectly('/api/digest/off/nonsense', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Ce lien n’est pas valable.')])
})

test('a fan without an address sees what the digest needs', async () => {
  await signIn(false)
  await open('/profile')
  await expect.element(textWith('Il faut une adresse e-mail confirmée')).toBeVisible()
  await expect.element(setting).toBeDisabled()
  await expectNoViolation('profile without an address for the digest')
})
