/** Returns whether a coefficient is shown with its badge and hint: only above 1 (spec section 5). */
export function isCoefficientShown(coefficient: number): boolean {
  return coefficient > 1
}
