import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseForFile } from '../../../testing/for-file.ts'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { forgetEnded } from './queries.ts'

const database = databaseForFile()

const left = async (table: 'user' | 'session' | 'verification' | 'attempt' | 'known_device', column: string) => {
  const { rows } = await sql<{ it: string }>`
    SELECT ${sql.ref(column)} AS it FROM auth.${sql.ref(table)} ORDER BY 1`.execute(database.db)
  return rows.map(({ it }) => it)
}

it('the nightly run deletes ended rows and abandoned unconfirmed accounts, and nothing else', async () => {
  await sql`
    INSERT INTO auth."user" (name, email, email_verified, created_at) VALUES
      ('', 'confirmed@x.invalid', true, now() - interval '1 year'),
      ('', 'waiting@x.invalid', false, now() - interval '29 days'),
      ('', 'forgotten@x.invalid', false, now() - interval '31 days'),
      ('', 'signed-in@x.invalid', false, now() - interval '31 days')`.execute(database.db)
  await sql`
    INSERT INTO auth.session (user_id, token, expires_at)
    SELECT id, token, at FROM auth."user", (VALUES ('ended', now() - interval '1 second'), ('running', now() + interval '1 hour')) AS s (token, at)
    WHERE email IN ('signed-in@x.invalid') `.execute(database.db)
  // More than one part of a deletion.
  await sql`
    INSERT INTO auth.verification (identifier, value, expires_at)
    SELECT 'old ' || n, '', now() - interval '1 minute' FROM generate_series(1, 5001) AS n
    UNION ALL SELECT 'new', '', now() + interval '1 minute'`.execute(database.db)
  await sql`
    INSERT INTO auth.attempt (key, points, expire) VALUES
      ('over', 3, extract(epoch FROM now()) * 1000 - 1), ('locked', 10, extract(epoch FROM now()) * 1000 + 60000)`.execute(
    database.db,
  )
  await sql`
    INSERT INTO auth.known_device (device_hash, user_id, seen_at)
    SELECT device, id, now() - make_interval(days => days) FROM auth."user", (VALUES ('old', 401), ('late', 399)) AS d (device, days)
    WHERE email IN ('confirmed@x.invalid', 'signed-in@x.invalid')`.execute(database.db)
  await forgetEnded(database.db)
  expect(await left('known_device', 'device_hash')).toEqual(['late', 'late'])
  expect(await left('user', 'email')).toEqual(['confirmed@x.invalid', 'signed-in@x.invalid', 'waiting@x.invalid'])
  expect(await left('session', 'token')).toEqual(['running'])
  expect(await left('verification', 'identifier')).toEqual(['new'])
  expect(await left('attempt', 'key')).toEqual(['locked'])
})

it('an account that is confirmed while the nightly run deletes abandoned ones stays', async () => {
  const { db } = database
  await sql`
    INSERT INTO auth."user" (name, email, email_verified, created_at)
    VALUES ('', 'late@x.invalid', false, now() - interval '31 days')`.execute(db)
  const forgetting = await db.transaction().execute(async (tx) => {
    await sql`UPDATE auth."user" SET email_verified = true WHERE email = 'late@x.invalid'`.execute(tx)
    const begun = forgetEnded(db)
    // It waits for the confirmation, or ends without it.
    const waits = expect.poll(() => lockWaits(db)).toBe(1)
    await Promise.any([begun, waits])
    return { begun }
  })
  await forgetting.begun
  expect(await left('user', 'email')).toContain('late@x.invalid')
})
