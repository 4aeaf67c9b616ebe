import { expect, test } from 'vitest'
import { createProofs } from '../../../kernel/proofs.ts'
import { call, refusalOf } from '../../../testing/app.ts'
import { digestServerForFile, offLink, pathOf } from '../../../testing/digest.ts'
import { forgetWeeks } from './queries.ts'
import { createOffProofs } from './service.ts'

const world = digestServerForFile()

test('a click of a mailbox provider ends the digest, without a session and from anywhere, of this fan alone', async () => {
  const [fan, other] = [await world.readerOfMatch(), await world.reader()]
  await world.monday()
  const path = pathOf(offLink((await world.mailsTo(fan))[0]))
  const provider = { 'user-agent': 'Mailbox', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  for (const _time of ['once', 'again']) {
    const answer = await world.oneClick(path, provider)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  }
  expect([(await world.choiceOf(fan)).wanted, (await world.choiceOf(other)).wanted]).toEqual([false, true])
  await world.choose(fan)
  expect((await world.choiceOf(fan)).wanted).toBe(true)
})

test.each([
  [
    'as parts of a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['without a body', undefined, undefined],
])('a click is taken %s', async (_how, type, body) => {
  const fan = await world.reader()
  const path = `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(fan.id)}`
  const answer = await call(world.server, 'POST', path, {
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })
  expect(answer.statusCode).toBe(200)
  expect((await world.choiceOf(fan)).wanted).toBe(false)
})

test('a scanner that opens the link changes nothing; the page has one button, and leads nowhere else', async () => {
  const fan = await world.reader()
  const path = `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(fan.id)}`
  for (const method of ['GET', 'HEAD'] as const) expect((await call(world.server, method, path)).statusCode).toBe(200)
  expect((await world.choiceOf(fan)).wanted).toBe(true)
  const page = await call(world.server, 'GET', path)
  expect(page.body.match(/<button>/g)).toHaveLength(1)
  expect(page.body).toContain('<form method="post">')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a forged, bent or borrowed proof ends nothing', async () => {
  const fan = await world.reader()
  const { secrets } = world.server.app.config
  const proof = createOffProofs(secrets).make(fan.id)
  const forged = createOffProofs(['another-secret-that-is-long-enough-for-it']).make(fan.id)
  const bent = `${proof.slice(0, -3)}${proof.endsWith('AAA') ? 'BBB' : 'AAA'}`
  const ofPush = createProofs(secrets, 'turning push messages off').make({ id: fan.id, details: Buffer.alloc(0) })
  const ofOther = Buffer.from(proof, 'base64url')
  ofOther[0] = (ofOther[0] ?? 0) ^ 1
  for (const wrong of [forged, bent, ofPush, ofOther.toString('base64url'), 'x', proof.slice(2), `${proof}AAAA`]) {
    const answers = await Promise.all([
      world.oneClick(`/api/digest/off/${wrong}`),
      call(world.server, 'GET', `/api/digest/off/${wrong}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  }
  expect((await world.choiceOf(fan)).wanted).toBe(true)
})

test('an answer does not tell whether a fan exists, or wishes the digest', async () => {
  const [fan, indifferent, gone] = [await world.reader(), await world.newFan(), await world.newFan()]
  await world.server.app.db.deleteFrom('auth.user').where('id', '=', gone.id).execute()
  const paths = [fan, indifferent, gone].map(
    ({ id }) => `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(id)}`,
  )
  const pages = await Promise.all(paths.map(async (path) => (await call(world.server, 'GET', path)).body))
  const answers = await Promise.all(paths.map(async (path) => (await world.oneClick(path)).body))
  expect([new Set(pages).size, new Set(answers).size]).toEqual([1, 1])
})

test('the choice is in the fan’s download, and goes with the account; what was sent goes after a month', async () => {
  const fan = await world.readerOfMatch()
  await world.monday()
  const mine = async () => (await call(world.server, 'GET', '/api/me/data', { cookie: fan.cookie })).json().digest
  expect(await mine()).toEqual({ wanted: true, since: expect.any(String), sent: ['2026-11-23'] })
  const { db } = world.server.app
  await forgetWeeks(db, '2026-11-23')
  expect(await mine()).toMatchObject({ sent: ['2026-11-23'] })
  await forgetWeeks(db, '2026-11-24')
  expect(await mine()).toMatchObject({ sent: [] })
  await db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  expect(await db.selectFrom('digest_choices').selectAll().where('user_id', '=', fan.id).execute()).toEqual([])
})

test('a change needs a session, and a request from our own site', async () => {
  const fan = await world.newFan()
  const body = { wanted: true }
  const foreign = { cookie: fan.cookie, body, headers: { 'sec-fetch-site': 'cross-site' } }
  expect(refusalOf(await call(world.server, 'PUT', '/api/me/digest', foreign))).toEqual([403, 'foreign_origin'])
  expect(refusalOf(await call(world.server, 'PUT', '/api/me/digest', { body }))).toEqual([401, 'not_authenticated'])
  expect((await world.choiceOf(fan)).wanted).toBe(false)
})
