import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MatchDrawing } from './drawing.ts'

test('a background that could not be rendered once does not fail the next picture', async () => {
  vi.resetModules()
  onTestFinished(() => void vi.restoreAllMocks())
  const { draw } = await import('./draw.ts')
  const club = (name: string) => ({ name, id: 7, otherwise: 'Club', picture: null })
  const step = { holders: [], more: 0, points: null, note: null }
  const drawing: MatchDrawing = {
    subject: 'match',
    format: 'card',
    competition: 'Ligue 1',
    when: 'sam. 22 nov.',
    home: club('FC Rive'),
    away: club('Stade Aval'),
    score: null,
    title: null,
    notes: [],
    call: 'Vote',
    podium: { 1: step, 2: step, 3: step },
  }
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('out of memory'))
  await expect(draw(drawing)).rejects.toThrow('out of memory')
  expect((await sharp(await draw(drawing)).metadata()).format).toBe('png')
})
