import { options } from 'preact'

// Runs effects right after what they belong to is rendered, as React does after a tap. Otherwise they wait for the next frame, and a fan may be faster.
options.requestAnimationFrame = queueMicrotask

/** Part of the file of the library, so that it is initialised there, in a task of its own. */
export { createRoot, type Root } from 'react-dom/client'
