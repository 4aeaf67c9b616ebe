import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { alertChanges, isToBeMailed, isToBePushed } from '@tribune/domain/operator/alerts.ts'
import { needsOf } from '@tribune/domain/operator/needs.ts'
import { alertMail, needSentence } from '@tribune/french/sentences/operator/overview.ts'
import { ALERT_PATH } from '@tribune/protocol/push.ts'
import { operatorMail } from '../../../accounts/mails.ts'
import type { App, JobContext } from '../../../context.ts'
import type { PushOutcome } from '../../../infra/push/message.ts'
import { logBudget } from '../../../kernel/log-budget.ts'
import { logFault } from '../../messages/announcements/jobs.ts'
import { deleteGone } from '../../messages/announcements/queries.ts'
import {
  type AlertRow,
  addPushed,
  changeAlerts,
  forgetAlerts,
  lastAlerts,
  openAlerts,
  operatorAddress,
  operatorDevices,
} from './queries.ts'
import { readSituation, type Situation } from './service.ts'

/** Days for which ended alerts are stored. */
const ALERT_DAYS = 90
/** Time for which a push service keeps an alert for a device that is off. */
const PUSH_LIFE_MS = 6 * HOUR_MS
/** Longest topic of a push message, in characters. */
const TOPIC_LENGTH = 32

/** Dependencies of the alerts, on top of those of all jobs. */
export type AlertContext = JobContext & Pick<App, 'backfill' | 'mailer' | 'publicUrl'>

/**
 * Compares the stored alerts with what needs an act now, and sends the operator what has appeared, once for each alert, by push and by mail. What is not
 * taken is tried again at the next look, and so is what was on its way when its server died.
 */
export async function workOnAlerts(app: AlertContext): Promise<void> {
  const situation = await readSituation(app, 0)
  const { now, facts } = situation
  await app.db.transaction().execute(async (tx) => {
    const stored = await lastAlerts(tx)
    const ofKinds = (kinds: readonly string[]) => idsOf(stored.filter(({ kind }) => kinds.includes(kind)))
    const { open, resume, end } = alertChanges(stored, needsOf(facts, now), now)
    await openAlerts(tx, open, now)
    await changeAlerts(tx, ofKinds(resume), { ended_at: null })
    await changeAlerts(tx, ofKinds(end), { ended_at: now })
    await forgetAlerts(tx, new Date(now.getTime() - ALERT_DAYS * DAY_MS))
    if (open.length > 0) app.log.warn({ kinds: open }, 'operator needed')
    if (end.length > 0) app.log.info({ kinds: end }, 'operator no longer needed')
  })
  // Neither waits for the other's success.
  try {
    await pushAlerts(app, situation)
  } finally {
    await mailAlerts(app, situation)
  }
}

/** Returns the alerts that a rule makes due. */
async function dueAlerts({ db }: AlertContext, now: Date, isDue: typeof isToBeMailed): Promise<AlertRow[]> {
  return (await lastAlerts(db)).filter((alert) => isDue(alert, now))
}

const idsOf = (alerts: readonly AlertRow[]) => alerts.map(({ id }) => id)

/** Returns the text about some alerts; `null` if there are none. */
function textOf(alerts: readonly AlertRow[], { now, facts }: Situation) {
  const [first, ...others] = alerts.map(({ kind }) => needSentence(kind, facts, now))
  return first === undefined ? null : alertMail([first, ...others])
}

/**
 * Pushes what is due to each device of the operator that has not taken it. The next look tries again, until each device has taken an alert or can no more.
 */
async function pushAlerts(app: AlertContext, situation: Situation): Promise<void> {
  const { db, log, config } = app
  const due = await dueAlerts(app, situation.now, isToBePushed)
  const devices = due.length === 0 ? [] : await operatorDevices(db, config.adminEmail)
  if (devices.length === 0) return
  const now = app.clock.now()
  const attempt = async (target: (typeof devices)[number]) => {
    const alerts = due.filter(({ pushed_to }) => !pushed_to.includes(target.subscription_id))
    const text = textOf(alerts, situation)
    if (text === null) return []
    const ids = idsOf(alerts)
    const message = {
      notice: { title: text.title, body: text.subject, path: ALERT_PATH, kind: 'alert' },
      // The same for another attempt, which a device that may have shown the first recognises.
      topic: createHash('sha256').update(ids.join()).digest('base64url').slice(0, TOPIC_LENGTH),
      expiresAt: new Date(now.getTime() + PUSH_LIFE_MS),
      urgent: true,
      silent: false,
    }
    const answer = await app.push.send({ ...message, target }, now)
    if (answer.outcome === 'later' && answer.ours) logFault(app, target, answer.reason)
    if (answer.outcome === 'sent') await addPushed(db, ids, target.subscription_id)
    return [{ target, ids, answer }]
  }
  const attempts = (await Promise.all(devices.map(attempt))).flat()
  const having = (outcome: PushOutcome['outcome']) => attempts.filter(({ answer }) => answer.outcome === outcome)
  const [sent, gone] = [having('sent'), having('gone')]
  const waiting = new Set(having('later').flatMap(({ ids }) => ids))
  const over = idsOf(due).filter((id) => !waiting.has(id))
  await changeAlerts(db, over, { pushed_at: now })
  if (gone.length > 0) {
    await deleteGone(
      db,
      gone.map(({ target }) => target),
    )
  }
  const kinds = due.map(({ kind }) => kind)
  const reasons = attempts.flatMap(({ answer }) => ('reason' in answer ? [answer.reason] : []))
  const line = { kinds, devices: attempts.length, sent: sent.length, gone: gone.length, reasons }
  if (sent.length > 0) log.info(line, 'alert pushed to the operator')
  else if (logBudget.take('alert push', log)) log.warn(line, 'alert not pushed')
}

async function mailAlerts(app: AlertContext, situation: Situation): Promise<void> {
  const { db, log, config, publicUrl } = app
  const due = await dueAlerts(app, situation.now, isToBeMailed)
  const text = textOf(due, situation)
  // Without a mail server of the operator's own, the log and their devices are all there is.
  if (text === null || config.smtpUrl === null) return
  const kinds = due.map(({ kind }) => kind)
  const to = await operatorAddress(db, config.adminEmail)
  if (to === null) return log.warn({ kinds }, 'alert not mailed: the operator’s address has no verified account')
  try {
    await app.mailer.send(operatorMail(to, text, `${publicUrl}${ALERT_PATH}`))
  } catch (error) {
    // Without addresses, which a log must not hold.
    const cause = String(error).replaceAll(/[^\s<]+@[^\s>]+/g, '…')
    return log.error({ kinds, cause }, 'alert could not be mailed')
  }
  await changeAlerts(db, idsOf(due), { sent_at: app.clock.now() })
  log.info({ kinds }, 'alert mailed to the operator')
}
