import { useEffect, useRef, useState } from 'react'
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

  function save(id: string) {
    const text = waiting.current.get(id)
    if (text === undefined) return
    waiting.current.delete(id)
    const quantity = text.trim() || null
    saved.current = saved.current.then(() =>
      browserApi.setPurchaseQuantity({ params: { id }, body: { quantity }, keepalive: true }).then(
        () => setFailures((all) => ({ ...all, [id]: undefined })),
        async (error) => {
          const { message, issues } = await refusalOf(error)
          setFailures((all) => ({ ...all, [id]: issues?.[0]?.message ?? message }))
        },
      ),
    )
  }

  const saveAll = useRef(() => {})
  saveAll.current = () => {
    for (const id of waiting.current.keys()) save(id)
  }
  useEffect(() => {
    const leave = () => saveAll.current()
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
    leave: ({ _id }: PurchaseLine) => save(_id),
    /** Resolves when everything typed so far is saved. */
    flush: () => {
      saveAll.current()
      return saved.current
    },
    /** Forgets the typed quantities of products that have arrived. */
    forget: (lines: readonly PurchaseLine[]) => {
      const gone = new Set(lines.map(({ _id }) => _id))
      setTyped((all) => Object.fromEntries(Object.entries(all).filter(([id]) => !gone.has(id))))
    },
  }
}

export type Quantities = ReturnType<typeof useQuantities>
