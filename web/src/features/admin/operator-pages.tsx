import { Link } from '@tanstack/react-router'
import { area, pageNames } from '@tribune/french/sentences/operator/area.ts'
import { OPERATOR_ADDRESSES, type OperatorAddress } from '@tribune/protocol/addresses.ts'
import { ANY_PLAYER } from './pages/parts/page-address.ts'

/** Pages of the operator's own work: fans, ballots, players, journal. They stand before the tabs, where a thumb is. */
const DESKS = [
  '/admin/fans',
  '/admin/ballots',
  '/admin/players',
  '/admin/journal',
] as const satisfies readonly OperatorAddress[]
const isDesk = (address: OperatorAddress) => DESKS.some((desk) => desk === address)

/** The ways to the operator's own work. */
export function OperatorDesks() {
  return (
    <nav aria-label={area.desks} className="mb-4">
      <ul className="grid grid-cols-4 overflow-hidden rounded-card border border-line bg-surface">
        {DESKS.map((address) => (
          <li key={address} className="border-l border-line first:border-0">
            <Link
              to={address}
              className="target flex h-full items-center justify-center px-1.5 py-2 text-center text-sm leading-tight font-semibold -outline-offset-3 hyphens-auto hover:bg-raised wide:text-base"
            >
              {pageNames[address]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The developer's test pages, each under its address. */
export function OperatorPages() {
  const pages = OPERATOR_ADDRESSES.filter((address) => address !== '/admin' && !isDesk(address))
  return (
    <nav aria-labelledby="operator-pages" className="mt-10 border-t border-line pt-6">
      <h2 id="operator-pages" className="mb-3 text-xl">
        {area.pages}
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 wide:grid-cols-3 wide:gap-x-6">
        {pages.map((address) => (
          <li key={address} className="border-b border-line">
            <Link
              to={address}
              params={{ name: ANY_PLAYER }}
              className="target flex h-full flex-col justify-center py-2 leading-tight hover:bg-raised"
            >
              <span className="font-semibold">{pageNames[address]}</span>
              <span className="figures text-sm text-quiet [overflow-wrap:anywhere]">
                {address.replace('{$name}', '{nom}')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
