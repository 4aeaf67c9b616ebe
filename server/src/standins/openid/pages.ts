import { provider as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/html.ts'

const NAMES: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

/** Makes the sign-in page of the stand-in for a provider. */
export function accountPage(client: string): string {
  const name = escapeHtml(NAMES[client] ?? client)
  return developmentPage(
    words.title(name),
    `<p><small>${words.intro(name)}</small></p>
<form method="post">
<label>${words.email(name)}<input name="email" type="email" required autofocus value="supporter@${escapeHtml(client)}.invalid"></label>
<label><input name="verified" type="checkbox" checked> ${words.verified(name)}</label>
<button class="action">${words.enter}</button>
<button name="refused" value="1" formnovalidate>${words.refuse}</button>
</form>`,
  )
}

export function faultPage(): string {
  return developmentPage(words.failed, `<p>${words.expired}</p>`)
}
