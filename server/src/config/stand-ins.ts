import type { Config } from '../config.ts'

/** Whether the stand-in of push services is used. */
export function hasPushStandIn({ push: { vapid, fcm, apns, phoneStandIns } }: Pick<Config, 'push'>): boolean {
  return vapid === null || (phoneStandIns && (fcm === null || apns === null))
}

/** Whether any outside part has a stand-in that runs, the embedded database included. */
export function hasStandIns(config: Config): boolean {
  const { databaseUrl, footballApi, smtpUrl, smsUrl, identities } = config
  return (
    [databaseUrl, footballApi, smtpUrl, smsUrl, ...Object.values(identities)].includes(null) || hasPushStandIn(config)
  )
}
