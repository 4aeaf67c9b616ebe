import type { DigestChoice } from '@tribune/contract/own/digest.ts'
import { digestOff as words } from '@tribune/french/sentences/messages/digest.ts'
import type { Fan } from '../../../http/session.ts'
import { escapeHtml } from '../../../kernel/html.ts'
import type { ChoiceRow } from './queries.ts'

/** Look of the pages that answer the address in a digest, which are none of the app's. */
const STYLE = `
  :root { color-scheme: light dark; --ground: #f7f5ef; --surface: #fff; --line: #dcd7c9; --text: #0b1020; --action: #0b1020; --on-action: #c6f94a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0b1020; --surface: #141b31; --line: #2a3558; --text: #f4f1e8; --action: #c6f94a; --on-action: #0b1020; }
  }
  body { margin: 0; padding: 24px 12px; background: var(--ground); color: var(--text); font: 16px/1.5 Archivo, Helvetica, Arial, sans-serif; }
  main { max-width: 480px; margin: 0 auto; padding: 24px; box-sizing: border-box; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  a { color: inherit; display: inline-block; padding: 12px 0; }
  button { font: inherit; font-weight: 700; min-height: 48px; padding: 12px 20px; border: 0; border-radius: 8px; background: var(--action); color: var(--on-action); cursor: pointer; }
  button:focus-visible, a:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }`

export function presentChoice({ emailVerified, votingClosed }: Fan, choice: ChoiceRow): DigestChoice {
  return {
    wanted: choice?.wanted ?? false,
    ended_by_mailbox: choice?.ended_by_mailbox ?? false,
    obstacle: emailVerified ? votingClosed && 'voting_closed' : 'no_address',
  }
}

/** Presents a fan's choice, and the weeks whose digest they were sent, for their download; `null` if they have made none. */
export function presentStored(choice: ChoiceRow, weeks: readonly string[]) {
  if (choice === undefined) return null
  return { wanted: choice.wanted, since: choice.changed_at.toISOString(), sent: [...weeks] }
}

/** Makes the page that asks before it turns the digest off. */
export function presentQuestion(): string {
  const button = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.confirm)}</button></form>`
  return pageOf(words.ask, button)
}

/** Makes the page that says whether the digest was turned off. */
export function presentAnswer(outcome: 'done' | 'wrong' | 'busy'): string {
  return pageOf(words[outcome], `<a href="/profile">${escapeHtml(words.profile)}</a>`)
}

function pageOf(sentence: string, content: string): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(sentence)}</p>${content}</main></body></html>`
}
