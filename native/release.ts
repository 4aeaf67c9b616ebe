import type { NativeApp } from './app.ts'

/** A team of Apple's developers: ten capitals and figures. */
const TEAM = /^[A-Z0-9]{10}$/
/** Top-level domains that lead nowhere, or to this machine. */
const RESERVED = /(?:^|\.)(?:invalid|example|test|localhost|local)$/

/**
 * Returns what keeps this configuration from being released, each with the place where it is set. An app for the stores asks the host of its verified links
 * and no other server.
 * @param server TRIBUNE_SERVER, if it is set.
 */
export function releaseFaults({ host, appleTeam }: NativeApp, server: string | undefined): string[] {
  return [
    ...(host.includes('.') && !RESERVED.test(host)
      ? []
      : [`host in native/app.ts is a placeholder (${host}): put the product's own host there.`]),
    ...(TEAM.test(appleTeam)
      ? []
      : [
          `appleTeam in native/app.ts is ${appleTeam === '' ? 'not set' : appleTeam}: put the ten characters of the Apple team there.`,
        ]),
    ...(server === undefined || server === `https://${host}`
      ? []
      : [`TRIBUNE_SERVER is ${server}: leave it out, as a release asks the host in native/app.ts.`]),
  ]
}
