/** Page buttons that a paged table shows at once (spec section 9, "pagination window"). */
const PAGE_BUTTONS = 5

/** Returns the number of pages of `total` rows; an empty table has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/**
 * Returns the numbers on the page buttons: at most `buttons` consecutive pages with the current one in the middle, moved inwards at either end
 * so that none is wasted (spec section 2, "Reporting tab"). A page out of range counts as the nearest one.
 */
export function pageWindow(page: number, pages: number, buttons = PAGE_BUTTONS): number[] {
  const length = Math.min(buttons, pages)
  const first = Math.min(Math.max(page - Math.floor(buttons / 2), 1), pages - length + 1)
  return Array.from({ length }, (_, index) => first + index)
}
