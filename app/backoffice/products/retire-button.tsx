import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'

/** Retires a product from the shop, or puts it back (docs/product.md#retired-products). Unsaved text in the form stays. */
export function RetireButton({ product: { _id, tradename, retired } }: { product: Product }) {
  const [saving, setSaving] = useState(false)
  const { revalidate } = useRevalidator()

  async function change() {
    const confirmed =
      retired ||
      (await notice.confirm({
        title: `¿Retirar ${tradename}?`,
        text: 'Sale de la tienda y de los carritos. Sigue en los pedidos y puede volver a venderse.',
        confirm: 'Retirar',
      }))
    if (!confirmed) return
    setSaving(true)
    try {
      await browserApi.changeProducts({
        body: { selection: { ids: [_id] }, change: { kind: 'retired', retired: !retired } },
      })
      await revalidate()
    } catch (error) {
      await notice.error((await refusalOf(error)).message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <span className="flex flex-wrap items-center gap-3">
      {retired && <Badge>Retirado</Badge>}
      <Button look="quiet" small loading={saving} onClick={change}>
        {retired ? 'Volver a vender' : 'Retirar de la tienda'}
      </Button>
    </span>
  )
}
