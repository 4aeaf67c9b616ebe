/** Part of React's own chunk (vite.config.ts), so that React is initialised there, in a task of its own. */
export { createRoot, type Root } from 'react-dom/client'
