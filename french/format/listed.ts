/** Returns names as a sentence lists them: « Ida », « Ida et Lou », « Ida, Lou et Zoé ». */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`
}
