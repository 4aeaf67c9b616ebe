import { z } from 'zod'
import { type DemonstrationConfig, demonstrationSettings, readDemonstration } from './config/demonstration.ts'
import { type FootballConfig, footballFaults, footballSettings, readFootball } from './config/football.ts'
import {
  type MessageConfig,
  messageSettings,
  type PushConfig,
  pushFaults,
  pushSettings,
  readMessages,
  readPush,
} from './config/messages.ts'
import { type NativeAppConfig, nativeAppSettings, readNativeApp } from './config/native-app.ts'
import {
  readSecrets,
  readServing,
  type SecretConfig,
  type ServingConfig,
  secretSettings,
  servingFaults,
  servingSettings,
} from './config/serving.ts'
import {
  type NewcomerConfig,
  newcomerFaults,
  newcomerSettings,
  readNewcomers,
  readSignIn,
  type SignInConfig,
  signInFaults,
  signInSettings,
} from './config/sign-in.ts'
import { readStorage, type StorageConfig, storageSettings } from './config/storage.ts'
import { exposureFaults, isExposed } from './exposure.ts'

/** All settings, read once at start. Nothing else reads the environment. Each file of `config/` has one area: names, checks, defaults and meaning. */
export interface Config
  extends ServingConfig,
    SecretConfig,
    StorageConfig,
    FootballConfig,
    MessageConfig,
    PushConfig,
    SignInConfig,
    NewcomerConfig,
    NativeAppConfig,
    DemonstrationConfig {}

const environment = z
  .object({
    ...servingSettings,
    ...secretSettings,
    ...storageSettings,
    ...footballSettings,
    ...messageSettings,
    ...pushSettings,
    ...signInSettings,
    ...newcomerSettings,
    ...nativeAppSettings,
    ...demonstrationSettings,
  })
  .superRefine((e, context) => {
    const faults = [
      ...exposureFaults(e),
      ...servingFaults(e),
      ...signInFaults(e),
      ...newcomerFaults(e),
      ...footballFaults(e),
      ...pushFaults(e),
    ]
    for (const { name, message } of faults) context.addIssue({ code: 'custom', path: [name], message })
  })

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

/**
 * Reads and validates the environment. Throws with one line per fault, which names the variable but never its value. Where strangers may reach
 * the product, a stand-in is refused unless ALLOW_STANDINS names it (docs/decisions/026).
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(known)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const e = parsed.data
  const serving = readServing(e)
  const [storage, football, messages, signIn] = [
    readStorage(e, serving.servers),
    readFootball(e),
    readMessages(e),
    readSignIn(e),
  ]
  const push = readPush(e, isExposed(e))
  const demonstration = readDemonstration(e, {
    production: serving.production,
    exposed: isExposed(e),
    used: {
      database: storage.databaseUrl === null,
      football: football.footballApi === null,
      mail: messages.smtpUrl === null,
      openid: Object.values(signIn.identities).includes(null),
      push: push.push.vapid === null,
      secret: e.SECRET === undefined,
      sms: messages.smsUrl === null,
    },
  })
  return {
    ...serving,
    ...readSecrets(e, serving.dataDir),
    ...storage,
    ...football,
    ...messages,
    ...push,
    ...signIn,
    ...readNewcomers(e),
    ...readNativeApp(e),
    ...demonstration,
  }
}

/** Returns whether the stand-in of push services is used. */
export function hasPushStandIn({ push: { vapid, fcm, apns, phoneStandIns } }: Pick<Config, 'push'>): boolean {
  return vapid === null || (phoneStandIns && (fcm === null || apns === null))
}

/** Returns whether any outside part has a stand-in that runs, the embedded database included. */
export function hasStandIns(config: Config): boolean {
  const { databaseUrl, footballApi, smtpUrl, smsUrl, identities } = config
  return (
    [databaseUrl, footballApi, smtpUrl, smsUrl, ...Object.values(identities)].includes(null) || hasPushStandIn(config)
  )
}
