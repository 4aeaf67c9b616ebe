/** Part of the library's own file, so that it is initialised there, in a task of its own. */
export { createRoot, type Root } from 'react-dom/client'
