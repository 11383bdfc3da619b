import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { notice } from '../ui/notice.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { Skeleton } from '../ui/skeleton.tsx'

type Props = { order: Order; onClose: () => void }

/** An order's payment proof. It is private: fetched with the session's token and shown from memory. */
export function ProofView(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <Proof key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Proof({ order, onClose, onRetry }: Props & { onRetry: () => void }) {
  const [proof, setProof] = useState<Blob | null>()
  const [failure, setFailure] = useState<string>()
  const url = useObjectUrl(proof)
  const { payment } = order

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    fetchProof(payment, signal).then(
      async (found) => {
        if (signal.aborted) return
        setProof(found)
        if (found) return
        await notice.toast({
          title: 'Aun no se ha enviado el comprobante de pago',
          icon: 'info',
          timer: 2_000,
        })
        if (!signal.aborted) onClose()
      },
      (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setFailure(error.message)
      },
    )
    return () => leaving.abort()
  }, [payment, onClose])

  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failure}</p>
        <Button look="secondary" onClick={onRetry}>
          Intentar nuevamente
        </Button>
      </div>
    )
  }
  if (proof === null)
    return <p className="text-soft">El pedido N° {order.nro_delivery} está sin comprobante.</p>
  if (!url) {
    return (
      <div role="status">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-80" />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <img
        src={url}
        alt={`Comprobante de pago del pedido N° ${order.nro_delivery}`}
        className="mx-auto max-h-[60dvh] max-w-full rounded-lg border border-line object-contain"
      />
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex w-fit items-center gap-2 rounded-lg font-semibold text-brand underline underline-offset-4"
      >
        Ver en otra pestaña
        <Icon name="external" className="size-5" />
      </a>
    </div>
  )
}

/** The image, or null when there is none. */
async function fetchProof(file: string, signal: AbortSignal): Promise<Blob | null> {
  if (!file) return null
  try {
    return await browserApi.proofImage({ params: { file }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
