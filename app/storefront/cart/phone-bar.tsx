import { formatPrice } from '../../ui/price.tsx'

/** A phone's bar with the total and the next step, at the window's bottom while the page scrolls. Must be the last child of its page. */
export function PhoneBar({ total, children }: { total: number; children: React.ReactNode }) {
  return (
    <div className="phone-bar -mx-4 mt-6 flex items-center justify-between gap-4 border-line border-t bg-paper px-4 py-3 sm:hidden">
      <p className="grid leading-tight">
        <span className="text-sm text-soft">Total</span>
        <strong className="text-lg tabular-nums">{formatPrice(total)}</strong>
      </p>
      {children}
    </div>
  )
}
