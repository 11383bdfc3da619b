import { browserApi } from '../../api/client.ts'
import { DownloadDays } from '../download-days.tsx'

/** The button 'Descargar pedidos' and its modal, which asks for the days (docs/product.md#orders-screen). */
export const DownloadOrders = () => (
  <DownloadDays
    name="Descargar pedidos"
    note="Una fila por cada producto de cada pedido. El total del pedido va solo en su primera fila, para que la columna se pueda sumar."
    load={(query) => browserApi.exportOrders({ query })}
    fileName="pedidos"
    className="max-sm:w-full"
  />
)
