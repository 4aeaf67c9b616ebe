import { describe, expect, test } from 'vitest'
import { pageAt } from './addresses.ts'

describe('the page at a path', () => {
  test.each([
    ['/', '/', ''],
    ['/points', '/points', ''],
    ['/points/', '/points', ''],
    ['/Rankings', '/rankings', ''],
    ['/match/42', '/match/$id', '42'],
    ['/match/42/', '/match/$id', '42'],
    ['/match/42/decompte', '/match/$id/decompte', '42'],
    ['/player/-7', '/player/$id', '-7'],
    ['/player/x', '/player/$id', 'x'],
    ['/kylian-test-analysis', '/{$name}-analysis', 'kylian-test'],
    ['/Élie-Analysis/', '/{$name}-analysis', 'Élie'],
    ['/-analysis', '/{$name}-analysis', ''],
    ['/test-ranking', '/test-ranking', ''],
  ])('%s is %s', (path, address, id) => {
    expect(pageAt(path)).toEqual({ address, id })
  })

  test.each([
    '/nulle-part',
    '/analysis',
    '/kylian-test-analysis/more',
    '/kylian/test-analysis',
    '/match',
    '/match/',
    '/match/1/2',
    '/match//decompte',
    '/match/1/decompte/2',
    '/points/more',
    '/pointsx',
    '/points.html',
    '/%F0%9F%A6%8A',
    '/%ff',
    '/points%00',
    '/$id',
    '',
  ])('%s is not a screen’s address', (path) => {
    expect(pageAt(path)).toBeNull()
  })
})
