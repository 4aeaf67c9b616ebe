const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for use inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Decodes a percent-encoded text. Returns `null` if it is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Tells spreadsheets that the file is UTF-8. */
const BOM = '\ufeff'
/** As spreadsheets in French read it. */
const SEPARATOR = ';'
const LINE_END = '\r\n'

/** A text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/

/** Writes a text as a cell of a CSV file: quoted where RFC 4180 asks for it, and never a formula. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a CSV file: its head, then its rows of cells. */
export function csvFile(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return BOM + [head, ...rows].map((cells) => cells.join(SEPARATOR) + LINE_END).join('')
}
