import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createDatabase, createPool, type Database } from '../../../infra/database/pool.ts'
import { Downloader } from '../../../infra/media/download.ts'
import { DiskStore, type PictureStore, S3Store } from '../../../infra/media/store.ts'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch, buildPictured } from '../../../testing/builders.ts'
import { type PictureSource, plainPng, sends, startPictureSource } from '../../../testing/picture-source.ts'
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts'
import { PictureService } from './service.ts'

let server: TestServer
let provider: PictureSource
let png: Buffer
beforeAll(async () => {
  provider = await startPictureSource()
  server = await startTestServer(inject('databaseUrl'), { pictureOrigin: provider.url })
  png = await plainPng('#ff0000')
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const somebody = (kind: PictureKind, path: string) =>
  buildPictured(server.app.db, { kind, source: provider.url + path })
const get = (address: string) => call(server, 'GET', address)
const timesAsked = (path: string) => provider.asked.filter((one) => one === path).length

async function expectPicture(address: string): Promise<void> {
  expect((await get(address)).headers['content-type']).toBe('image/webp')
}

describe('warming', () => {
  const seasonOf = (season_id: number, id: number, name: string, rank: number) => ({
    season_id,
    player_id: id,
    player_name: name,
    search_name: name,
    matches_played: 1,
    total_points: 1,
    wins: 0,
    podiums: 0,
    rank,
  })

  test('downloads the pictures of current matches and of the ranking before fans need them, and once', async () => {
    for (const name of ['crest', 'cup', 'face', 'best', 'last', 'far']) provider.on(`/warm-${name}.png`, sends(png))
    const { app, clock } = server
    const hours = (count: number) => new Date(clock.now().getTime() + count * 60 * MINUTE_MS)
    const [near, far] = [
      await buildMatch(app.db, { kickoffAt: hours(-1) }),
      await buildMatch(app.db, { kickoffAt: hours(-30) }),
    ]
    const sourceOf = (name: string) => `${provider.url}/warm-${name}.png`
    for (const [match, crest] of [
      [near, 'crest'],
      [far, 'far'],
    ] as const) {
      const { home_team_id } = await app.db
        .selectFrom('matches')
        .select('home_team_id')
        .where('id', '=', match.id)
        .executeTakeFirstOrThrow()
      await app.db
        .updateTable('teams')
        .set({ logo: sourceOf(crest) })
        .where('id', '=', home_team_id)
        .execute()
    }
    await app.db
      .updateTable('available_competitions')
      .set({ logo: sourceOf('cup') })
      .where('id', '=', 61)
      .execute()
    await app.db
      .updateTable('players_ref')
      .set({ photo_url: sourceOf('face') })
      .where('id', '=', near.playerIds[0] ?? 0)
      .execute()
    const { id: season } = await app.seasons.open()
    const [best, last] = [await somebody('players', '/warm-best.png'), await somebody('players', '/warm-last.png')]
    await app.db
      .insertInto('season_player_points')
      .values([seasonOf(season, best.id, 'a', 1), seasonOf(season, last.id, 'b', 51)])
      .execute()
    const before = provider.asked.length
    await app.pictures.warm()
    await app.pictures.warm()
    expect(provider.asked.slice(before).sort()).toEqual(
      ['best', 'crest', 'cup', 'face'].map((name) => `/warm-${name}.png`).sort(),
    )
    await expectPicture(best.address)
  })
})

describe('the folder', () => {
  const dir = () => join(server.app.config.dataDir, 'media')

  test('has every size, under the version of its source', async () => {
    provider.on('/kept.png', sends(png))
    const { id, address } = await somebody('competitions', '/kept.png')
    await get(address)
    await server.app.pictures.settled()
    const names = readdirSync(join(dir(), 'competitions')).filter((name) => name.startsWith(`${id}-`))
    expect(names.map((name) => name.replace(/.*-/, '')).sort()).toEqual(['192.webp', '384.webp', '48.webp', '96.webp'])
  })

  test('loses no picture in memory if it is deleted or unusable, and the others are downloaded again', async () => {
    rmSync(dir(), { recursive: true, force: true })
    writeFileSync(dir(), 'a file in the way')
    provider.on('/homeless.png', sends(png))
    const { address } = await somebody('teams', '/homeless.png')
    await get(address)
    await server.app.pictures.settled()
    await expectPicture(address)
    rmSync(dir())
  })
})

describe('another server on the same', () => {
  const key = { id: 'AKIDEXAMPLE', secret: 'hush/hush', region: 'auto' }
  let bucket: S3Server
  beforeAll(async () => {
    bucket = await startS3Server(key)
  })
  afterAll(() => bucket.close())

  /** A server of its own, as far as pictures go. */
  function picturesOn(store: PictureStore, db: Database = server.app.db): PictureService {
    const { clock, log } = server.app
    const downloader = new Downloader({ providers: new Map([[provider.url, provider.url]]) })
    return new PictureService({ db, clock, log, store, downloader })
  }
  const stores: Record<string, () => PictureStore> = {
    folder: () => new DiskStore(join(server.app.config.dataDir, 'shared')),
    bucket: () => {
      const [accessKeyId, secretAccessKey] = [key.id, key.secret]
      const endpoint = `http://${bucket.url}/tribune`
      return new S3Store({ endpoint, region: key.region, accessKeyId, secretAccessKey })
    },
  }

  test.each(Object.entries(stores))(
    '%s finds the pictures of the first server without a download',
    async (name, open) => {
      const path = `/shared-${name}.png`
      provider.on(path, sends(png))
      const { id } = await somebody('teams', path)
      const [first, second] = [picturesOn(open()), picturesOn(open())]
      expect((await first.find({ kind: 'teams', id }, 96, undefined))?.ready).toBeNull()
      await first.settled()
      const [one, other] = await Promise.all(
        [first, second].map((each) => each.find({ kind: 'teams', id }, 96, undefined)),
      )
      expect(one?.ready?.bytes.length).toBeGreaterThan(50)
      expect(other?.ready).toEqual(one?.ready)
      expect(timesAsked(path)).toBe(1)
      await first.close()
      await second.close()
    },
  )

  test.each(['error', 'silent'] as const)(
    'bucket that is in trouble (%s) shows pictures all the same',
    async (trouble) => {
      const path = `/trouble-${trouble}.png`
      provider.on(path, sends(png))
      const { id } = await somebody('teams', path)
      bucket.trouble = trouble
      const pictures = picturesOn(
        new S3Store(
          {
            endpoint: `http://${bucket.url}/tribune`,
            region: 'auto',
            accessKeyId: key.id,
            secretAccessKey: key.secret,
          },
          400,
        ),
      )
      expect((await pictures.find({ kind: 'teams', id }, 96, undefined))?.ready).toBeNull()
      await pictures.settled()
      const found = await pictures.find({ kind: 'teams', id }, 96, undefined)
      expect(found?.ready?.bytes.length).toBeGreaterThan(50)
      // Forgotten, it would not be fetched for nothing at once.
      expect(found?.retryMs).toBeGreaterThan(MINUTE_MS / 2)
      bucket.trouble = 'none'
      await pictures.close()
    },
  )

  test('database reads it once for concurrent callers, and serves old rows while it is down', async () => {
    provider.on('/away.png', sends(png))
    const { id } = await somebody('teams', '/away.png')
    const pool = createPool(server.databaseUrl, () => {})
    const connecting = vi.spyOn(pool, 'connect')
    const db = createDatabase(pool)
    const pictures = picturesOn(new DiskStore(join(server.app.config.dataDir, 'away')), db)
    const find = () => pictures.find({ kind: 'teams', id }, 96, undefined)
    await Promise.all(Array.from({ length: 50 }, find))
    expect(connecting).toHaveBeenCalledOnce()
    await pictures.settled()
    await db.destroy()
    server.clock.advance(2 * MINUTE_MS)
    expect((await find())?.ready?.bytes.length).toBeGreaterThan(50)
    await pictures.close()
  })
})
