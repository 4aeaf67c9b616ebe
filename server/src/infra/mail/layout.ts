import { escapeHtml } from '../../kernel/html.ts'

/** What a mail says, before it is laid out. */
interface MailContent {
  /** Shown beside the subject in a list of mails. */
  readonly preview: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** The one thing to do, by a link; none where a code is all. */
  readonly action?: { readonly label: string; readonly link: string }
  readonly afterwards: readonly string[]
}

const SIGNATURE = 'Tribune, le vote populaire mondial'
const FONT = 'font-family:Archivo,Helvetica,Arial,sans-serif'

/** Light is written on each element, for readers that ignore style sheets; dark replaces it where a reader follows the phone. */
const DARK = `
  .ground { background: #0b1020 !important; }
  .surface { background: #141b31 !important; border-color: #2a3558 !important; }
  .text { color: #f4f1e8 !important; }
  .quiet { color: #a7b0cc !important; }
  .action { background: #c6f94a !important; color: #0b1020 !important; }`

/** The same message as plain text and as HTML that reads well in both themes, without any outside resource. */
export function layOut(content: MailContent): { text: string; html: string } {
  return { text: plain(content), html: page(content) }
}

function plain({ title, paragraphs, action, afterwards }: MailContent): string {
  const link = action === undefined ? [] : [`${action.label} :\n${action.link}`]
  return [title, ...paragraphs, ...link, ...afterwards, `-- \n${SIGNATURE}`].join('\n\n')
}

function page({ preview, title, paragraphs, action, afterwards }: MailContent): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {${DARK}
  }
</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f7f5ef;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="surface" align="center" width="100%" cellpadding="0" cellspacing="0"
  style="max-width:480px;background:#ffffff;border:1px solid #dcd7c9;border-radius:12px;border-collapse:separate">
<tr><td style="padding:24px">
${paragraph('quiet', 14, '#4b5573', SIGNATURE)}
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.2;color:#0b1020">${escapeHtml(title)}</h1>
${paragraphs.map((text) => paragraph('text', 16, '#0b1020', text)).join('\n')}
${action === undefined ? '' : button(action)}
${afterwards.map((text) => paragraph('quiet', 14, '#4b5573', text)).join('\n')}
</td></tr>
</table>
</body>
</html>
`
}

function paragraph(className: string, size: number, color: string, text: string): string {
  const style = `margin:0 0 16px;font-size:${size}px;line-height:1.5;color:${color}`
  return `<p class="${className}" style="${style}">${escapeHtml(text)}</p>`
}

function button({ label, link }: NonNullable<MailContent['action']>): string {
  return `<p style="margin:0 0 16px"><a class="action" href="${escapeHtml(link)}"
  style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b1020;color:#c6f94a;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></p>`
}
