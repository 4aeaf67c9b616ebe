import { crash } from '@tribune/french/sentences/app.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../web/src/lib/device/translation.ts'
import { element, paragraph } from '../../../web/src/testing/render.ts'
import { openHome } from '../home/home.ts'
import { openPlayer } from '../season/player-page.ts'
import { madeUp, rows as ranks, search } from '../season/ranking.ts'
import { open, press, textWith } from '../support/screen.ts'
import { atMatch, button, choose, dialog, expectPicked, expectSaved, podium, remove } from '../support/voting.ts'
import { signIn, world } from '../support/world.ts'

const STYLES: readonly TranslationStyle[] = ['replaced', 'taken out first', 'moved']
const expectNoCrash = () => expect.element(textWith(crash.title)).not.toBeInTheDocument()

test.each(STYLES)(
  'a match page that a browser translates accepts votes and shows every change: text %s',
  async (style) => {
    const { id, a, b, c, d } = await atMatch({ score: [0, 0] })
    translatePage(style)
    await choose(a)
    await expect.element(podium()).toMatchTextContent('1/3')
    await expect.element(textWith('1/3 sélectionné(s)')).toBeVisible()
    await choose(b, c)
    await expect.element(podium()).toMatchTextContent('3/3')
    await expect.element(textWith('Vote complet enregistré')).toBeVisible()
    await expectSaved()
    await choose(d)
    await dialog('Quelle place pour Noé Damour ?').getByRole('button', { name: '2e, remplace Tomàs Brunel' }).click()
    await expectPicked(d)
    await remove(a)
    await expect.element(podium()).toMatchTextContent('2/3')
    await expect.element(podium()).not.toMatchTextContent('3/3')
    await expect.element(podium().getByText('Ne compte plus')).toBeVisible()
    await world.change(id, { minute: 71, score: [2, 0] })
    await expect.element(page.getByRole('main')).toMatchTextContent(/71'/)
    await expect.element(page.getByRole('main')).not.toMatchTextContent(/70'/)
    await button('Partager le match').click()
    await expect.element(textWith('Lien copié')).toBeVisible()
    await expectNoCrash()
  },
)

test.each(STYLES)('home, rankings, player and profile work when a browser translates them: text %s', async (style) => {
  madeUp(32)
  await openHome()
  translatePage(style)
  const box = page.getByRole('searchbox').first()
  const shown = textWith('affiché')
  const all = shown.element().textContent
  await box.fill('zzzz')
  await expect.element(textWith('Aucun match à afficher pour ces filtres.')).toBeVisible()
  await box.fill('')
  await expect.poll(() => shown.element().textContent).toBe(all)
  await button('Top compétitions').click()
  await page.getByRole('list', { name: 'Compétitions à afficher' }).getByRole('button').nth(3).click()
  await expect.poll(() => shown.element().textContent).not.toBe(all)

  await page.getByRole('link', { name: 'Classements' }).click()
  await expect.element(textWith('32\u00a0joueurs')).toBeInTheDocument()
  madeUp(20, { total_points: 77 })
  await button('Actualiser').click()
  await expect.element(ranks.first()).toMatchTextContent('77')
  await search.fill('Joueur 3')
  await expect.poll(() => ranks.length).toBeLessThan(20)

  await openPlayer()
  const chart = page.getByRole('figure', { name: 'Points par match' })
  await expect.element(chart.getByRole('link')).toMatchTextContent('Aval SC')
  await press(chart.getByRole('slider', { name: 'Match à lire' }), '{ArrowLeft}')
  await expect.element(chart.getByRole('link')).toMatchTextContent('Stade Amont')
  await expect.element(chart.getByRole('link')).not.toMatchTextContent('Aval SC')

  await open('/profile')
  await expect.element(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
  await signIn()
  await open('/profile')
  await button('Se déconnecter').click()
  await expect.element(page.getByLabelText('Adresse e-mail').first()).toBeVisible()
  await expectNoCrash()
})

type Words = Parameters<ReturnType<typeof paragraph>['show']>[0]
const bold = (word: string) => element('b', word)
const CHANGES: readonly (readonly [what: string, before: Words, after: Words, words: readonly [string, string]])[] = [
  ['a text is removed', ['un ', bold('deux')], [null, bold('deux')], ['un deux', 'deux']],
  ['a text changes', ['un ', bold('deux')], ['trois ', bold('deux')], ['un deux', 'trois deux']],
  ['a text is added', [null, bold('deux')], ['un ', bold('deux')], ['deux', 'un deux']],
  ['an element is added before a text', [null, 'deux'], [bold('un'), 'deux'], ['deux', 'undeux']],
  [
    'an element is added after a text',
    ['un', null, bold('trois')],
    ['un', bold('deux'), bold('trois')],
    ['untrois', 'undeuxtrois'],
  ],
  [
    'the elements around a text swap places',
    [bold('un'), 'deux', bold('trois')],
    [bold('trois'), 'deux', bold('un')],
    ['undeuxtrois', 'troisdeuxun'],
  ],
  [
    'a text changes place',
    [bold('un'), 'deux', bold('trois')],
    [bold('trois'), bold('un'), 'deux'],
    ['undeuxtrois', 'troisundeux'],
  ],
  [
    'an element replaces a text in a nested part',
    [bold('un'), ['deux', bold('trois')]],
    [bold('un'), [bold('quatre'), bold('trois')]],
    ['undeuxtrois', 'unquatretrois'],
  ],
]

test.each(CHANGES.flatMap((change) => STYLES.map((style) => [...change, style] as const)))(
  'a page that a browser has translated shows the change: %s',
  async (_what, before, after, words, style) => {
    const { show, remove: end } = paragraph('changing')
    onTestFinished(end)
    show(before)
    const shown = () => document.getElementById('changing')?.textContent
    await expect.poll(shown).toBe(words[0])
    translatePage(style)
    await expect.poll(shown).toBe(words[0])
    for (const isChanged of [true, false, true]) {
      show(isChanged ? after : before)
      await expect.poll(shown).toBe(words[isChanged ? 1 : 0])
    }
  },
)

/** How a translator shows its text: instead of the page's text node, which it takes out before or after, or in that node, which it moves. */
type TranslationStyle = 'replaced' | 'taken out first' | 'moved'

/** Translates the page until the test ends, also what comes to it later, as browsers do: each text stands in two `<font>`. The words stay, so that tests find them. */
function translatePage(style: TranslationStyle): void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translate(node, style)
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  translate(document.body, style)
  onTestFinished(() => observer.disconnect())
}

function translate(root: Node, style: TranslationStyle): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = root instanceof Text ? [root] : []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.isConnected && text.data.trim() !== '' && !text.parentElement?.closest('font, script, style'))
      put(text, style)
  }
}

/** Acts by methods that the app leaves alone: a browser's translator does not see what the page has made of the others. */
function put(text: Text, style: TranslationStyle): void {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  outer.append(inner)
  if (style === 'moved') {
    text.before(outer)
    inner.append(text)
    return
  }
  inner.textContent = text.data
  if (style === 'replaced') {
    text.replaceWith(outer)
    return
  }
  const { parentElement, nextSibling } = text
  text.remove()
  if (nextSibling === null) parentElement?.append(outer)
  else (nextSibling as ChildNode).before(outer)
}
