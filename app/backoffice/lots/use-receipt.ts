import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { writtenDay } from '#domain/lots.ts'
import { type ApiError, browserApi } from '../../api/client.ts'
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

/** The receipt's form; `key` is the idempotency key of the save. */
type Receipt = { supplier: string; document: string; lines: Line[]; key: string }
const EMPTY: Receipt = { supplier: '', document: '', lines: [], key: '' }
const NAMES = ['supplier', 'document', 'lines', 'key'] as const

/** The expected goods, which another screen passes in the history's state. */
export type ExpectedGoods = { supplier: string; lines: Omit<Line, 'key' | 'lot' | 'expires'>[] }

export const fieldId = (key: number, field: LineField) => `${field}-${key}`

/** Focuses a field and selects its text, also when it has the focus already. */
function focusField(key: number, field: LineField) {
  const input = document.getElementById(fieldId(key, field))
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
}

/** The receipt being typed: its form and its lines with their errors. A reload loses nothing. */
export function useReceipt() {
  const form = useForm({ defaultValues: EMPTY })
  const owner = useSession()?.userId
  const forget = useDraft('recepcion', NAMES, form, owner)
  const navigate = useNavigate()
  const { expected } = (useLocation().state ?? {}) as { expected?: ExpectedGoods }
  /** Codes that are being looked up. */
  const pending = useRef(new Set<string>())

  const read = () => form.getValues('lines')
  const lineOf = (key: number) => read().find((line) => line.key === key)
  function write(lines: Line[]) {
    form.setValue('lines', lines)
    if (!form.getValues('key')) form.setValue('key', `${Date.now()}-${Math.random().toString(36).slice(2)}`)
  }

  /** Changes a line and adds its errors; the empty one below the others becomes the last line. */
  function patch(key: number, change: Partial<Line>) {
    const line = lineOf(key) ?? emptyLine(read())
    const changed = { ...line, ...change, errors: { ...line.errors, ...change.errors } }
    write(lineOf(key) ? read().map((line) => (line.key === key ? changed : line)) : [...read(), changed])
  }

  /** Finds the product of a line's code. Without an answer the line stays as it is: the server looks again on saving. */
  async function find(key: number, code: string) {
    const search = `${key} ${code}`
    if (pending.current.has(search)) return
    pending.current.add(search)
    const found = await browserApi.listProducts({ query: { code } }).catch(() => null)
    pending.current.delete(search)
    // The code may have been changed meanwhile.
    if (!found || lineOf(key)?.code !== code) return
    const [product] = found.data
    const error = product ? undefined : 'Ningún producto tiene este código.'
    patch(key, { productId: product?._id, tradename: product?.tradename, errors: { code: error } })
  }

  /** Reads a code that was typed or scanned into a line. Returns the line and the field to go on with. */
  function enterCode(key: number, text: string): { key: number; field: LineField } | undefined {
    // A product without a barcode, for example from the purchase list, is found already.
    if (text.trim() === '') return lineOf(key)?.productId ? { key, field: 'lot' } : undefined
    const pack = readCode(text, new Date().getFullYear())
    if (pack === 'wrong') {
      patch(key, { errors: { code: WRONG_SCAN } })
      return { key, field: 'code' }
    }
    const isLot = pack.lot !== undefined || pack.expires !== undefined
    const others = read().filter((line) => line.key !== key)
    const added = addPack(others, pack)
    if (isLot && added.lines.length === others.length) {
      // The pack has a line already: add one unit to it.
      write(added.lines)
      return { key: emptyLine(added.lines).key, field: 'code' }
    }
    patch(key, { ...pack, errors: { code: undefined } })
    if (!lineOf(key)?.productId) void find(key, pack.code)
    return { key, field: isLot ? 'units' : 'lot' }
  }

  /** Adds a pack that was scanned outside of the codes' fields. Returns whether the code could be read. */
  function scan(text: string): boolean {
    const pack = readCode(text, new Date().getFullYear())
    if (pack === 'wrong') return false
    const { lines, key } = addPack(read(), pack)
    flushSync(() => write(lines))
    focusField(key, 'units')
    if (!lineOf(key)?.productId) void find(key, pack.code)
    return true
  }

  function leave(key: number, field: LineField, text: string) {
    const line = lineOf(key)
    if (!line) return
    if (field === 'code' && !line.productId) enterCode(key, text)
    if (field === 'expires') {
      const day = typedExpiry(text)
      const error = day === undefined ? WRONG_EXPIRY : undefined
      patch(key, { expires: day ? writtenDay(day) : line.expires, errors: { expires: error } })
    }
  }

  /** Enter moves to the next field, and from the units to the next line. A code scanned into the units is another pack. */
  function enter(key: number, field: LineField, text: string, before: string) {
    if (field === 'units' && isScan(text)) {
      patch(key, { units: before || '1' })
      if (!scan(text)) patch(key, { errors: { units: WRONG_SCAN } })
      return
    }
    if (field === 'code') {
      const to = flushSync(() => enterCode(key, text))
      if (to) focusField(to.key, to.field)
      return
    }
    const next = LINE_FIELDS[LINE_FIELDS.indexOf(field) + 1]
    if (next) return focusField(key, next)
    const following = read()[read().findIndex((line) => line.key === key) + 1] ?? emptyLine(read())
    focusField(following.key, 'code')
  }

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
    lines: form.watch('lines'),
    ...{ patch, leave, enter, scan },
    remove: (key: number) => write(read().filter((line) => line.key !== key)),
    /** Empties the receipt. */
    clear: () => {
      form.reset(EMPTY)
      forget()
    },
    /** Marks the first unreadable expiry. Returns the lines to send, or undefined after a mark. */
    check: () => {
      const wrong = read().find(({ expires }) => typedExpiry(expires) === undefined)
      if (!wrong) return read()
      patch(wrong.key, { errors: { expires: WRONG_EXPIRY } })
      focusField(wrong.key, 'expires')
      return undefined
    },
    /** Shows each refusal of the server beside its line and field, and goes to the first. */
    refuse: ({ issues }: ApiError) => {
      const sent = read()
      const wrong = issues.flatMap(({ path, message }) => {
        const [, index, name] = path.split('.')
        const line = sent[Number(index)]
        return line
          ? [{ key: line.key, field: LINE_FIELDS.find((field) => field === name) ?? 'code', message }]
          : []
      })
      for (const { key, field, message } of wrong) patch(key, { errors: { [field]: message } })
      if (wrong[0]) focusField(wrong[0].key, wrong[0].field)
    },
  }
}
