import { describe, expect, test } from 'vitest'
import { outsideAddress } from './outside.ts'

const OWN = 'https://localhost'

describe('where a link of the native app opens', () => {
  test.each([
    ['our page', `${OWN}/match/12`, null],
    ['a part of this page', `${OWN}/points#bareme`, null],
    ['another site', 'https://www.example.org/a?b=c', 'https://www.example.org/a?b=c'],
    ['a mail', 'mailto:tribune@example.org', null],
    ['the way back into the app', 'tribune://auth/callback?code=a', null],
    ['a script', 'javascript:alert(1)', null],
  ])('%s', (_title, href, expected) => {
    expect(outsideAddress(href, OWN)).toBe(expected)
  })

  test("the server's own files are the server's, and the fan's data stands on their profile", () => {
    expect(outsideAddress('capacitor://localhost/share/match/1.png?format=story', 'capacitor://localhost')).toBe(
      '/share/match/1.png?format=story',
    )
    expect(outsideAddress(`${OWN}/api/me/data`, OWN)).toBe('/profile')
  })
})
