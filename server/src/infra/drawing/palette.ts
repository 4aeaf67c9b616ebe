/** The dark half of the brand's tokens (web/src/styles/tokens.css): a shared picture has no theme to follow. */
export const PALETTE = {
  ground: '#0b1020',
  raised: '#1e2745',
  line: '#2a3558',
  edge: '#6f7dad',
  text: '#f4f1e8',
  quiet: '#a7b0cc',
  action: '#c6f94a',
  onAction: '#0b1020',
  onStep: '#0b1020',
} as const

/** By position of the podium. */
export const METALS = { 1: '#f2c14e', 2: '#c9d1de', 3: '#d98e55' } as const
