/** Replaces React by Preact, which is a seventh of its size (docs/decisions/095). React itself renders the first paint while the app is built. */
export const PREACT = {
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}
