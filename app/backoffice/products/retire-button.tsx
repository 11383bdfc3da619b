import { useRevalidator } from 'react-router'
import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'

/** Retires a product from the shop, or puts it back (docs/product.md#retired-products). Unsaved text in the form stays. */
export function RetireButton({ product: { _id, tradename, retired } }: { product: Product }) {
  const { revalidate } = useRevalidator()
  const { run, working } = useAction(
    async () => {
      await browserApi.changeProducts({
        body: { selection: { ids: [_id] }, change: { kind: 'retired', retired: !retired } },
      })
      await revalidate()
    },
    {
      ask: async () =>
        retired ||
        notice.confirm({
          title: `¿Retirar ${tradename}?`,
          text: 'Sale de la tienda y de los carritos. Sigue en los pedidos y puede volver a venderse.',
          confirm: 'Retirar',
        }),
      dialog: 'message',
    },
  )

  return (
    <span className="flex flex-wrap items-center gap-3">
      {retired && <Badge>Retirado</Badge>}
      <Button look="quiet" small loading={working} onClick={() => run()}>
        {retired ? 'Volver a vender' : 'Retirar de la tienda'}
      </Button>
    </span>
  )
}
