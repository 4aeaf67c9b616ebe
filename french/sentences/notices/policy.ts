import type { PersonalDataId } from '@tribune/contract/privacy.ts'

/** One kind of data: what, why, until when. */
interface Stored {
  /** Ties the line to the columns it tells of. */
  readonly id: PersonalDataId
  readonly what: string
  readonly why: string
  readonly until: string
}

/** One chapter of the policy; `id` is its anchor, the same in both languages. */
interface Chapter {
  readonly id: string
  readonly title: string
  readonly paragraphs?: readonly string[]
  readonly points?: readonly string[]
  readonly stored?: readonly Stored[]
  /** The way to reach the operator is at the end of this chapter. */
  readonly contact?: true
}

/** The privacy policy in one language. Every statement is about what the code does: change both together. */
export interface Policy {
  readonly lang: 'en' | 'fr'
  readonly title: string
  readonly updated: (day: string) => string
  readonly lead: string
  readonly contents: string
  readonly inShort: { readonly title: string; readonly points: readonly string[] }
  readonly columns: { readonly why: string; readonly until: string }
  readonly writeTo: string
  readonly noContact: string
  readonly chapters: readonly Chapter[]
}

/** Day of the last change of either text. */
export const POLICY_UPDATED = new Date('2026-11-30T12:00:00Z')
