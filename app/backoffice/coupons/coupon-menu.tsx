import { href } from 'react-router'
import type { Coupon } from '#contract/coupons.ts'
import { browserApi } from '../../api/client.ts'
import { useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

/** The less frequent actions on a code. */
export function CouponMenu({
  coupon: { _id, code, active },
  onCopy,
}: {
  coupon: Coupon
  /** Opens the form of a new code like this one. */
  onCopy: () => void
}) {
  const saved = useSaved()
  const { run, working } = useAction(
    async () => saved('Listo!', (await browserApi.endCoupon({ params: { id: _id } })).message),
    {
      ask: () =>
        notice.confirm({
          title: `¿Terminar el código ${code}?`,
          text: 'Nadie podrá usarlo desde ahora. Los pedidos que ya lo tienen conservan su descuento.',
          confirm: 'Terminar',
          danger: true,
        }),
      dialog: 'message',
    },
  )
  return (
    <RowMenu
      label={`Más opciones de ${code}`}
      items={[
        { name: 'Copiar enlace', icon: 'external', onClick: () => void copyLink(code) },
        { name: 'Duplicar', icon: 'copy', onClick: onCopy },
        active && { name: 'Terminar', icon: 'cross', tone: 'danger', onClick: () => run() },
      ]}
      working={working}
    />
  )
}

/** Copies a link to the shop that carries the code. Without a clipboard, as without https, a dialog shows the link. */
async function copyLink(code: string) {
  const link = `${location.origin}${href('/tienda')}?codigo=${encodeURIComponent(code)}`
  const copied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  )
  if (copied) await notice.toast({ title: 'Enlace copiado', text: link, icon: 'success', timer: 2_000 })
  else await notice.alert({ title: 'Copia este enlace', text: link })
}
