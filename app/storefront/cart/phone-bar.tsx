import { formatPrice } from '../../ui/price.tsx'

/** On a phone: an amount in pesos and the next step, at the window's bottom while the page is scrolled. The last child of its page. */
export function PhoneBar({
  label = 'Total',
  amount,
  children,
}: {
  label?: string
  amount: number
  children: React.ReactNode
}) {
  return (
    <div className="phone-bar -mx-4 mt-6 flex items-center justify-between gap-4 border-line border-t bg-paper px-4 py-3 sm:hidden">
      <p className="grid leading-tight">
        <span className="text-sm text-soft">{label}</span>
        <strong className="text-lg tabular-nums">{formatPrice(amount)}</strong>
      </p>
      {children}
    </div>
  )
}
