import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PurchaseLine } from '#contract/stock.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'

/**
 * The quantities of the purchase list as they are typed. Each is saved when its field or the screen is left.
 */
export function useQuantities() {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [failures, setFailures] = useState<Readonly<Record<string, string | undefined>>>({})
  /** Texts that wait to be saved, by product. */
  const waiting = useRef(new Map<string, string>())
  /** The last save; the next one waits for it, so that the server has the last text. */
  const saved = useRef<Promise<unknown>>(Promise.resolve())

  async function save(id: string, text: string) {
    try {
      const body = { quantity: text.trim() || null }
      await browserApi.setPurchaseQuantity({ params: { id }, body, keepalive: true })
      setFailures((all) => ({ ...all, [id]: undefined }))
    } catch (error) {
      const { message, issues } = await refusalOf(error)
      setFailures((all) => ({ ...all, [id]: issues?.[0]?.message ?? message }))
    }
  }

  /** Resolves when everything typed so far is saved. */
  function flush() {
    for (const [id, text] of waiting.current) saved.current = saved.current.then(() => save(id, text))
    waiting.current.clear()
    return saved.current
  }

  const leave = useEffectEvent(() => void flush())
  useEffect(() => {
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const textOf = ({ _id, typed: kept, quantity }: PurchaseLine) =>
    typed[_id] ?? String(kept ?? (quantity > 0 ? quantity : ''))

  return {
    textOf,
    /** The units to order; 0 for an empty text or one that isn't a number. */
    unitsOf: (line: PurchaseLine) => (/^\d+$/.test(textOf(line).trim()) ? Number(textOf(line)) : 0),
    failureOf: ({ _id }: PurchaseLine) => failures[_id],
    type: ({ _id }: PurchaseLine, text: string) => {
      setTyped((all) => ({ ...all, [_id]: text }))
      waiting.current.set(_id, text)
    },
    flush,
    /** Forgets the typed quantities of products that have arrived. */
    forget: (lines: readonly PurchaseLine[]) => {
      const gone = new Set(lines.map(({ _id }) => _id))
      setTyped((all) => Object.fromEntries(Object.entries(all).filter(([id]) => !gone.has(id))))
    },
  }
}

export type Quantities = ReturnType<typeof useQuantities>
