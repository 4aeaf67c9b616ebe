/** Tabs of the operator's area, in the address: `/admin?tab=coefficients`. The first is the one without a word. */
export const ADMIN_TABS = ['overview', 'diagnostics', 'brand', 'coefficients', 'reporting'] as const

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export type AdminTab = (typeof ADMIN_TABS)[number]

export interface AdminAddress {
  readonly tab?: AdminTab | undefined
  /** Page and competition of the table of finished matches. */
  readonly page?: number | undefined
  readonly competition?: number | undefined
  /** The match that tools begin with, and the only one of the table. */
  readonly match?: number | undefined
}

/** Maximum number of pages, and the highest id of a competition, that the server takes. */
const MAX_PAGE = 1_000_000
const MAX_COMPETITION = 2_147_483_647

/** Keeps of an address the tab that it names, and what its table shows; the first tab and the first page are nothing. */
export function readAdminAddress({ tab, page, competition, match }: Readonly<Record<string, unknown>>): AdminAddress {
  const known = ADMIN_TABS.find((name) => name === tab)
  return {
    tab: known === ADMIN_TABS[0] ? undefined : known,
    page: numberIn(page, 2, MAX_PAGE),
    competition: numberIn(competition, 1, MAX_COMPETITION),
    match: numberIn(match, 1, Number.MAX_SAFE_INTEGER),
  }
}

function numberIn(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** The search parameters of the page: `/admin/fans?id=…`. Ids only: no URL contains a fan's address or number. */
interface PeopleAddress {
  readonly id?: string | undefined
}

/** Keeps of an address the id of a fan. */
export function readPeopleAddress({ id }: Readonly<Record<string, unknown>>): PeopleAddress {
  return { id: typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined }
}
