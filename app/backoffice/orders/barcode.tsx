import JsBarcode from 'jsbarcode'

/** The library's drawing: runs of `1` for bars and `0` for gaps, one module each. */
type Encodings = { encodings?: { data: string }[] }

/** Encodes a code as EAN-13 if valid, else as Code 128; null for a text that neither can encode. */
export function barsOf(code: string): string | null {
  for (const format of code.length === 13 ? ['EAN13', 'CODE128'] : ['CODE128']) {
    const drawn: Encodings = {}
    let valid = true
    JsBarcode(drawn, code, {
      format,
      flat: true,
      valid: (is) => {
        valid = is
      },
    })
    if (valid && drawn.encodings) return drawn.encodings.map(({ data }) => data).join('')
  }
  return null
}

/** The empty zone at both ends, which scanners need, counted in modules. */
const QUIET_ZONE_MODULES = 10

/** A product's barcode to scan from paper, with its digits below; only the text if no barcode can encode it. */
export function Barcode({ code, className = '' }: { code: string; className?: string }) {
  if (!code) return <span className="text-soft">sin código</span>
  const bars = barsOf(code)
  if (!bars) return <span className="wrap-anywhere">{code}</span>
  return (
    <span className="inline-grid max-w-full justify-items-center gap-0.5">
      {/* White also in the dark scheme: scanners read dark on light. */}
      <svg
        role="img"
        aria-label={`Código de barras ${code}`}
        viewBox={`0 0 ${bars.length + 2 * QUIET_ZONE_MODULES} 40`}
        preserveAspectRatio="none"
        className={`h-11 w-44 max-w-full bg-white max-sm:w-36 print:w-44 ${className}`}
      >
        <path d={pathOf(bars)} fill="#000" />
      </svg>
      <span aria-hidden="true" className="text-sm tabular-nums wrap-anywhere">
        {code}
      </span>
    </span>
  )
}

const pathOf = (bars: string) =>
  [...bars.matchAll(/1+/g)]
    .map(({ 0: { length }, index }) => `M${index + QUIET_ZONE_MODULES} 0h${length}v40h-${length}z`)
    .join('')
