import { useState } from 'react'
import type { PurchaseLine, PurchaseSupplier } from '#contract/stock.ts'
import { store } from '#store'
import { CopyButton } from '../../../orders/copy-button.tsx'
import { Modal } from '../../../ui/modal.tsx'

/** Longer mails are cut by some mail programs. */
const MAX_MAIL_LETTERS = 1_800

export type PurchaseOrder = {
  supplier: PurchaseSupplier
  lines: readonly { line: PurchaseLine; units: number }[]
}

/** The e-mail address in a supplier's contact, if there is one. */
const addressIn = (contact: string) => /[^\s<>,;:]+@[^\s<>,;:]+\.[^\s<>,;:]+/.exec(contact)?.[0] ?? ''

function textOf({ lines }: PurchaseOrder): string {
  const listed = lines.map(
    ({ line: { barcode, tradename }, units }) => `- ${units} × ${tradename}${barcode && ` (${barcode})`}`,
  )
  return [
    'Hola:',
    '',
    'Necesitamos este pedido:',
    '',
    ...listed,
    '',
    'Gracias.',
    store.name,
    store.phone,
  ].join('\n')
}

/** An order to a supplier as a text, to copy or to send by mail. The text may be changed before. */
export function SupplierOrderModal({ order, onClose }: { order: PurchaseOrder | null; onClose: () => void }) {
  return (
    <Modal open={order !== null} onClose={onClose} title="Enviar pedido">
      {order && <OrderText order={order} />}
    </Modal>
  )
}

function OrderText({ order }: { order: PurchaseOrder }) {
  const [text, setText] = useState(() => textOf(order))
  const subject = `Pedido de ${store.name}`
  const mail = `mailto:${addressIn(order.supplier.contact)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return (
    <div className="grid gap-4">
      <p>
        Para <strong>{order.supplier.name}</strong>
        {order.supplier.contact && `, ${order.supplier.contact}`}
      </p>
      <label className="grid gap-1">
        <span className="font-semibold text-sm">Texto del pedido</span>
        <textarea
          data-autofocus
          rows={Math.min(16, text.split('\n').length + 1)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="control py-2 leading-normal"
        />
      </label>
      {text.length > MAX_MAIL_LETTERS && (
        <p className="text-sm text-soft">
          El pedido es largo. Si tu programa de correo lo corta, copia el texto y pégalo en el mensaje.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CopyButton label="el pedido" value={text} words="Copiar texto" />
        <a href={mail} className="button button-primary max-sm:w-full">
          Abrir en el correo
        </a>
      </div>
    </div>
  )
}
