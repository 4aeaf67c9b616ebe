import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { alertChanges, isToBeMailed } from '@tribune/domain/operator/alerts.ts'
import { needsOf } from '@tribune/domain/operator/needs.ts'
import { alertMail, needSentence } from '@tribune/french/sentences/operator/overview.ts'
import { operatorMail } from '../../../accounts/messages/mails.ts'
import type { App, JobContext } from '../../../context.ts'
import { changeAlerts, forgetAlerts, lastAlerts, openAlerts, operatorAddress } from './queries.ts'
import { readSituation, type Situation } from './service.ts'

/** Days for which ended alerts are stored. */
const ALERT_DAYS = 90

/** Dependencies of the alerts, on top of those of all jobs. */
export type AlertContext = JobContext & Pick<App, 'backfill' | 'mailer' | 'publicUrl'>

/**
 * Compares the stored alerts with what needs an act now, and mails the operator what has appeared, once for each alert. A mail that the mail server does
 * not take is tried again at the next look, and so is one that was on its way when its server died.
 */
export async function workOnAlerts(app: AlertContext): Promise<void> {
  const situation = await readSituation(app, 0)
  const { now, facts } = situation
  await app.db.transaction().execute(async (tx) => {
    const stored = await lastAlerts(tx)
    const idsOf = (kinds: readonly string[]) => stored.flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : []))
    const { open, resume, end } = alertChanges(stored, needsOf(facts, now), now)
    await openAlerts(tx, open, now)
    await changeAlerts(tx, idsOf(resume), { ended_at: null })
    await changeAlerts(tx, idsOf(end), { ended_at: now })
    await forgetAlerts(tx, new Date(now.getTime() - ALERT_DAYS * DAY_MS))
    if (open.length > 0) app.log.warn({ kinds: open }, 'operator needed')
    if (end.length > 0) app.log.info({ kinds: end }, 'operator no longer needed')
  })
  await mailAlerts(app, situation)
}

async function mailAlerts(app: AlertContext, { now, facts }: Situation): Promise<void> {
  const { db, log, config, publicUrl } = app
  const alerts = (await lastAlerts(db)).filter((alert) => isToBeMailed(alert, now))
  const [first, ...others] = alerts.map(({ kind }) => needSentence(kind, facts, now))
  // Without a mail server of the operator's own, the log is all there is.
  if (first === undefined || config.smtpUrl === null) return
  const kinds = alerts.map(({ kind }) => kind)
  const to = await operatorAddress(db, config.adminEmail)
  if (to === null) return log.warn({ kinds }, 'alert not mailed: the operator’s address has no verified account')
  try {
    await app.mailer.send(operatorMail(to, alertMail([first, ...others]), `${publicUrl}/admin`))
  } catch (error) {
    // Without addresses, which a log must not hold.
    const cause = String(error).replaceAll(/[^\s<]+@[^\s>]+/g, '…')
    return log.error({ kinds, cause }, 'alert could not be mailed')
  }
  await changeAlerts(
    db,
    alerts.map(({ id }) => id),
    { sent_at: app.clock.now() },
  )
  log.info({ kinds }, 'alert mailed to the operator')
}
