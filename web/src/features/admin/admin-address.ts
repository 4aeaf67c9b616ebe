/** Tabs of the operator's area, in the address: `/admin?tab=coefficients`. The first is the one without a word. */
export const ADMIN_TABS = ['overview', 'diagnostics', 'brand', 'coefficients', 'reporting'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

export interface AdminAddress {
  readonly tab?: AdminTab | undefined
}

/** Keeps of an address the tab that it names; the first one is nothing. */
export function readAdminAddress({ tab }: Readonly<Record<string, unknown>>): AdminAddress {
  const known = ADMIN_TABS.find((name) => name === tab)
  return { tab: known === ADMIN_TABS[0] ? undefined : known }
}
