import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

const QUIET = 4

/** A QR code, dark on light in both themes, as cameras expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-[200px] rounded-inner"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
