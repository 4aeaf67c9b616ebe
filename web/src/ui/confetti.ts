import { prefersReducedMotion } from '../lib/device/platform.ts'
import { CONFETTI_PARTICLES } from '../lib/limits.ts'

/** The three metals and the volt, as in the tokens of the dark theme. */
const COLOURS = ['#f2c14e', '#c9d1de', '#d98e55', '#c6f94a']

/** Shows confetti for a complete vote. Fetches the library at first use, and does nothing for fans who prefer reduced motion. */
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

/** Creates a canvas over the page that lets every touch through. */
function curtain(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.ariaHidden = 'true'
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  return canvas
}
