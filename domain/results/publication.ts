/** Whether the result of a stored match is published. Until then nothing about it may be shown. */
export function isMatchPublished({ published_at }: { readonly published_at: Date | null }): boolean {
  return published_at !== null
}

/** The result of a match as its screen has it: where its points are from, or why there will be none; both `null` before it is published. */
interface Result {
  readonly source: string | null
  readonly reason: string | null
}

/** Whether a match's result is out, if only to say that it has none. Nothing corrects its course from then on. */
export function isPublished({ source, reason }: Result): boolean {
  return source !== null || reason !== null
}
