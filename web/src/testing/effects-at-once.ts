import { options } from 'preact'

// Effects wait for the next frame, and for timers that a test may have stopped. No fan acts before the next frame, but tests do.
options.requestAnimationFrame = queueMicrotask
