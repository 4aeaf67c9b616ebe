/** Lies in React's own file (vite.config.ts), so that React is set up there, in a part of the start by itself. */
export { createRoot } from 'react-dom/client'
