import { useEffect, useRef } from 'react'
import type { LoadedPayments } from './load-payments.ts'
import { MAIN_BUTTON } from './use-payment-keys.ts'

/**
 * Moves the focus to what comes next, 'Aplicar los seguros' or else the first transfer, when the list has been loaded again.
 *
 * @returns called before that load
 */
export function useFocusOnNext(
  screen: React.RefObject<HTMLDivElement | null>,
  { loaded, isModalOpen }: { loaded: LoadedPayments | undefined; isModalOpen: boolean },
) {
  const before = useRef<LoadedPayments>(undefined)
  useEffect(() => {
    if (!before.current || before.current === loaded || isModalOpen) return
    before.current = undefined
    const next = ['[data-apply-sure]', `[${MAIN_BUTTON}]`].flatMap(
      (selector) => screen.current?.querySelector<HTMLElement>(selector) ?? [],
    )
    const target = next[0] ?? screen.current
    target?.focus()
  }, [screen, loaded, isModalOpen])
  return () => {
    before.current = loaded
  }
}
