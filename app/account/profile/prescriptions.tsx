import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useRevalidator } from 'react-router'
import type { LastingPrescription } from '#contract/order-prescriptions.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { dispensingsLeft, prescriberPhrase } from '#domain/lasting-prescription.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { useAction } from '../../forms/use-action.ts'
import { writtenDay } from '../../orders/order-date.ts'
import { useRepeatOrder } from '../../orders/repeat-order.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { requireRole } from '../require-role.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Mis recetas') }]

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  requireRole(['Cliente'])
  return loadOrFailure(() => browserApi.listPrescriptions({ signal }))
}

export const HydrateFallback = Prescriptions
export default Prescriptions

function Prescriptions({ loaderData }: ScreenProps<typeof clientLoader>) {
  return (
    <section aria-labelledby="mis-recetas" className="grid gap-4">
      <h2 id="mis-recetas" className="text-lg">
        Mis recetas
      </h2>
      <WhenLoaded of={loaderData} loading={<Skeleton className="h-40" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="card p-4 text-soft sm:p-6">
              No tienes recetas vigentes. Cuando una receta sirve para varias entregas, la verás aquí después
              de que la aprobemos.
            </p>
          ) : (
            <>
              <p className="text-soft">
                Con ellas puedes pedir de nuevo sin enviar la receta otra vez, también otra marca con el mismo
                principio activo y dosis.
              </p>
              <ul className="grid gap-4">
                {data.map((prescription) => (
                  <Prescription key={prescription._id} prescription={prescription} />
                ))}
              </ul>
            </>
          )
        }
      </WhenLoaded>
    </section>
  )
}

function Prescription({ prescription }: { prescription: LastingPrescription }) {
  const { prescriber, products, left, deliveries, validUntil } = prescription

  return (
    <li className="card grid gap-4 p-4 sm:p-6">
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        <ul aria-label="Sirve para" className="grid gap-1">
          {products.map(({ productId, productName }) => (
            <li key={productId}>
              <Link
                to={productUrl(productId)}
                className="rounded font-semibold hover:text-brand hover:underline"
              >
                {keepTogether(readableName(productName))}
              </Link>
            </li>
          ))}
        </ul>
        <p>
          <strong className="inline-block first-letter:uppercase">{dispensingsLeft(left, deliveries)}</strong>
          {', '}
          {validUntil ? `hasta el ${writtenDay(validUntil)}` : 'sin fecha de vencimiento'}
        </p>
        {prescriber && <p className="text-soft">Receta {prescriberPhrase(prescriber)}</p>}
      </div>
      <Actions prescription={prescription} />
    </li>
  )
}

function Actions({ prescription: { _id: id, products } }: { prescription: LastingPrescription }) {
  const { revalidate } = useRevalidator()
  const names = products.map(({ productName }) => readableName(productName)).join(', ')
  const repeatOrder = useRepeatOrder()
  const { run, choice, failure } = useAction<'repeat' | 'remove'>(
    async (choice) => {
      if (choice === 'repeat') return repeatOrder({ products })
      await browserApi.removePrescription({ params: { id } })
      await revalidate()
    },
    { ask: async (choice) => choice === 'repeat' || confirmRemoval(names) },
  )

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Button icon="cart" loading={choice === 'repeat'} onClick={() => run('repeat')}>
          Pedir de nuevo
          <span className="sr-only"> {names}</span>
        </Button>
        <Button look="secondary" icon="trash" loading={choice === 'remove'} onClick={() => run('remove')}>
          Quitar
          <span className="sr-only"> la receta de {names}</span>
        </Button>
      </div>
      <FieldError error={failure} />
    </div>
  )
}

const confirmRemoval = (names: string) =>
  notice.confirm({
    title: '¿Quitar esta receta?',
    text: `${names}: tendrás que enviar una receta en tu próximo pedido. Los pedidos que ya hiciste no cambian.`,
    confirm: 'Quitar receta',
    danger: true,
  })
