import { CONFETTI_PARTICLES } from '@tribune/domain/refresh.ts'
import { prefersReducedMotion } from '../../../lib/device/platform.ts'

/** The three metals and the volt, as the tokens have them at night. */
const COLOURS = ['#f2c14e', '#c9d1de', '#d98e55', '#c6f94a']

/** Confetti for a complete vote; fetched when first needed, and not at all for those who asked for less motion. */
export async function celebrate(): Promise<void> {
  if (prefersReducedMotion()) return
  const { create } = await import('canvas-confetti')
  const canvas = document.body.appendChild(curtain())
  const shower = create(canvas, { resize: true })
  await shower({
    particleCount: CONFETTI_PARTICLES,
    spread: 80,
    startVelocity: 38,
    origin: { y: 0.8 },
    colors: COLOURS,
  })
  canvas.remove()
}

/** Stands before the page and lets every touch through. */
function curtain(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.ariaHidden = 'true'
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  return canvas
}
