import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { ApiError } from '../../api/client.ts'
import { browserApi } from '../../api/client.ts'
import { parseStored } from '../../browser/browser-storage.ts'
import { useDraft } from '../../forms/draft.ts'
import { useSession } from '../../session/session.ts'
import {
  addPack,
  emptyLine,
  isScan,
  LINE_FIELDS,
  type Line,
  type LineField,
  readCode,
  typedExpiry,
  WRONG_EXPIRY,
  WRONG_SCAN,
} from './receipt-lines.ts'

/** The receipt's form. A draft keeps only texts, so `lines` is JSON. `key` is the idempotency key of the save. */
type Typed = { supplier: string; document: string; lines: string; key: string }
const NAMES = ['supplier', 'document', 'lines', 'key'] as const

/** The expected goods, which another screen passes in the history's state. */
export type ExpectedGoods = { supplier: string; lines: Omit<Line, 'key' | 'lot' | 'expires'>[] }

type Errors = Readonly<Record<number, { [field in LineField]?: string | undefined }>>

export const fieldId = (key: number, field: LineField) => `${field}-${key}`

/** The receipt being typed: its form, its lines and the errors of each line. A reload loses nothing. */
export function useReceipt() {
  const form = useForm<Typed>({ defaultValues: { supplier: '', document: '', lines: '', key: '' } })
  const owner = useSession()?.userId
  const forget = useDraft('receipt', NAMES, form, owner)
  const [errors, setErrors] = useState<Errors>({})
  const navigate = useNavigate()
  const { expected } = (useLocation().state ?? {}) as { expected?: ExpectedGoods }
  /** Codes that are being looked up. */
  const pending = useRef(new Set<string>())
  /** The id of the field that gets the focus after the next render. */
  const next = useRef<string>(undefined)

  const read = () => parseStored<Line[]>(form.getValues('lines')) ?? []
  function write(lines: readonly Line[]) {
    form.setValue('lines', JSON.stringify(lines))
    if (!form.getValues('key')) form.setValue('key', `${Date.now()}-${Math.random().toString(36).slice(2)}`)
  }
  const lines = parseStored<Line[]>(form.watch('lines')) ?? []

  const setError = (key: number, field: LineField, error: string | undefined) =>
    setErrors((all) => ({ ...all, [key]: { ...all[key], [field]: error } }))

  const patch = (key: number, change: Partial<Line>) => {
    const known = read()
    const empty = emptyLine(known)
    const all = known.some((line) => line.key === key) ? known : [...known, empty]
    write(all.map((line) => (line.key === key ? { ...line, ...change } : line)))
  }

  /** Finds the product of a line's code. Without an answer the line stays as it is: the server looks again on saving. */
  async function find(key: number, code: string) {
    const search = `${key} ${code}`
    if (pending.current.has(search)) return
    pending.current.add(search)
    const found = await browserApi.listProducts({ query: { code } }).catch(() => null)
    pending.current.delete(search)
    // The code may have been changed meanwhile.
    if (!found || read().find((line) => line.key === key)?.code !== code) return
    const [product] = found.data
    if (product) patch(key, { productId: product._id, tradename: product.tradename })
    setError(key, 'code', product ? undefined : 'Ningún producto tiene este código.')
  }

  /** Reads a code that was typed or scanned into a line. Returns the field to go on with. */
  function enterCode(key: number, text: string): LineField | undefined {
    // A product without a barcode, for example from the purchase list, is found already.
    if (text.trim() === '') return read().find((line) => line.key === key)?.productId ? 'lot' : undefined
    const pack = readCode(text, new Date().getFullYear())
    if (pack === 'wrong') {
      setError(key, 'code', WRONG_SCAN)
      return 'code'
    }
    const others = read().filter((line) => line.key !== key)
    const known = pack.expires || pack.lot ? addPack(others, pack) : undefined
    if (known && known.lines.length === others.length) {
      // The pack has a line already: add one unit to it.
      write(known.lines)
      setErrors((all) => ({ ...all, [key]: {} }))
      next.current = fieldId(emptyLine(known.lines).key, 'code')
      return 'units'
    }
    if (read().find((line) => line.key === key)?.code !== pack.code || text !== pack.code)
      patch(key, { productId: undefined, tradename: undefined, ...pack })
    setError(key, 'code', undefined)
    if (!read().find((line) => line.key === key)?.productId) void find(key, pack.code)
    return pack.lot || pack.expires ? 'units' : 'lot'
  }

  /** Adds a pack that was scanned outside of the codes' fields. */
  function scan(text: string) {
    const pack = readCode(text, new Date().getFullYear())
    if (pack === 'wrong') return false
    const { lines, key } = addPack(read(), pack)
    write(lines)
    next.current = fieldId(key, 'units')
    if (!lines.find((line) => line.key === key)?.productId) void find(key, pack.code)
    return true
  }

  function leave(key: number, field: LineField, text: string) {
    const line = read().find((line) => line.key === key)
    if (!line) return
    if (field === 'code' && !line.productId) enterCode(key, text)
    if (field === 'expires') {
      const day = typedExpiry(text)
      setError(key, 'expires', day === undefined ? WRONG_EXPIRY : undefined)
      if (day) patch(key, { expires: day.split('-').reverse().join('-') })
    }
  }

  /** Enter moves to the next field, and from the units to the next line. A code scanned into the units is another pack. */
  function enter(key: number, field: LineField, text: string, before: string) {
    let to: LineField | undefined = LINE_FIELDS[LINE_FIELDS.indexOf(field) + 1]
    if (field === 'code') to = enterCode(key, text)
    if (field === 'units' && isScan(text)) {
      patch(key, { units: before || '1' })
      if (scan(text)) return
      return setError(key, 'units', WRONG_SCAN)
    }
    if (field === 'code' && !to) return
    if (next.current) return
    const following = read()[read().findIndex((line) => line.key === key) + 1]
    next.current = to ? fieldId(key, to) : fieldId((following ?? emptyLine(read())).key, 'code')
    // Renders again even if nothing else has changed: the focus moves after a render.
    setErrors((all) => ({ ...all }))
  }

  useEffect(() => {
    const field = next.current && document.getElementById(next.current)
    if (!field) return
    next.current = undefined
    field.focus()
    if (field instanceof HTMLInputElement) field.select()
  })

  const start = useEffectEvent(() => {
    if (expected) {
      const known = read()
      const added = expected.lines.filter((line) =>
        known.every(({ productId }) => productId !== line.productId),
      )
      const first = emptyLine(known).key
      write([
        ...known,
        ...added.map((line, place) => ({ key: first + place, lot: '', expires: '', ...line })),
      ])
      if (!form.getValues('supplier')) form.setValue('supplier', expected.supplier)
      // A reload must not add the lines again.
      void navigate('.', { replace: true, state: null })
    }
    // A product may have been created meanwhile.
    for (const { key, code, productId } of read()) if (code && !productId) void find(key, code)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with other expected goods.
  useEffect(() => {
    // The draft is restored only once its owner is known.
    if (owner) start()
  }, [owner, expected])

  return {
    form,
    lines,
    errors,
    patch,
    leave,
    enter,
    scan,
    remove: (key: number) => {
      write(read().filter((line) => line.key !== key))
      setErrors(({ [key]: _, ...rest }) => rest)
    },
    /** Empties the receipt. */
    clear: () => {
      form.reset({ supplier: '', document: '', lines: '', key: '' })
      setErrors({})
      forget()
    },
    /** Marks the first unreadable expiry. Returns the lines to send, or undefined after a mark. */
    check: () => {
      const wrong = read().find(({ expires }) => typedExpiry(expires) === undefined)
      if (!wrong) return read()
      setError(wrong.key, 'expires', WRONG_EXPIRY)
      next.current = fieldId(wrong.key, 'expires')
      return undefined
    },
    /** Shows each refusal of the server beside its line and field. */
    refuse: ({ issues }: ApiError) => {
      const sent = read()
      for (const { path, message } of issues) {
        const [, index = '', name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
        const line = sent[Number(index)]
        const field = LINE_FIELDS.find((field) => field === name) ?? 'code'
        if (index === '' || !line) continue
        setError(line.key, field, message)
        next.current ??= fieldId(line.key, field)
      }
    },
  }
}
