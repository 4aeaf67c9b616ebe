/** Fetched once a fan has completed a vote: what offers the installation. */
export { InstallLine } from './install-line.tsx'
export { onOffer } from './install-store.ts'
