import { execFile } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { partsOfNowhere, SILENT_MAILER } from '../../testing/nowhere.ts'
import { countedSenders, Metrics } from './metrics.ts'

async function seriesOf(metrics: Metrics, name: string): Promise<string[]> {
  const lines = (await metrics.registry.metrics()).split('\n')
  return lines.filter((line) => line.startsWith(`${name}{`)).map((line) => line.slice(name.length))
}

test('lines of the log are counted by level, those of parts of the server too, and written unchanged', async () => {
  const metrics = new Metrics()
  const out = new PassThrough()
  const log = pino({ hooks: { logMethod: metrics.countingLines() } }, out)
  log.child({ function: 'digest' }).error({ kind: 'web' }, 'refused')
  log.warn('again')
  log.debug('not written')
  expect(await seriesOf(metrics, 'tribune_log_lines_total')).toEqual([
    '{level="warn"} 1',
    '{level="error"} 1',
    '{level="fatal"} 0',
  ])
  expect(JSON.parse(String(out.read()).split('\n')[0] ?? '')).toMatchObject({
    level: 50,
    function: 'digest',
    kind: 'web',
    msg: 'refused',
  })
})

test('attempts at sending are counted by channel and outcome, and fail as before', async () => {
  const metrics = new Metrics()
  const { sms, push } = partsOfNowhere(() => new Date())
  const counted = countedSenders({ mailer: SILENT_MAILER, sms, push }, metrics)
  const mail = { to: 'camille@example.invalid', subject: 'Essai', text: 'Essai', html: '' }
  await counted.mailer.send(mail)
  await counted.mailer.sendInBulk({ ...mail, messageId: '<1@example.invalid>', headers: {} })
  await expect(counted.sms.send({ to: '+33612345678', text: 'Essai' })).rejects.toThrow('No SMS here')
  const message = {
    target: { kind: 'fcm', endpoint: 'phone', p256dh: null, auth: null },
    notice: { title: 'Essai', body: 'Essai', path: '/', kind: 'opening', off: '' },
    topic: 'essai',
    expiresAt: new Date(),
    urgent: false,
    silent: false,
  } as const
  expect(await counted.push.send(message, new Date())).toMatchObject({ outcome: 'later' })
  expect(await seriesOf(metrics, 'tribune_messages_total')).toEqual([
    '{channel="mail",outcome="sent"} 1',
    '{channel="digest",outcome="sent"} 1',
    '{channel="sms",outcome="failed"} 1',
    '{channel="fcm",outcome="later"} 1',
  ])
})

const PROCESSES = fileURLToPath(new URL('../../testing/metric-processes.ts', import.meta.url))
const accepted = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROCESSES, ...args])
  return /^tribune_ballots_accepted_total (\d+)$/m.exec(stdout)?.[1]
}

test('each process serves the series of all, added up', async () => {
  expect(await accepted('gather')).toBe('3')
})

test('a process serves its own series while the first one does not answer', async () => {
  expect(await accepted()).toBe('1')
})
