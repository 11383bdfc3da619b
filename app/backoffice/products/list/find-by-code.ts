import { href, type NavigateFunction } from 'react-router'
import { browserApi } from '../../../api/client.ts'
import { refusalOf, showServerFailure } from '../../../api/server-failure.ts'
import { FROM_LIST } from '../../../listing/last-list.ts'
import { notice } from '../../../ui/notice.tsx'

/** Opens the product with a barcode, even a retired one; offers to create it when there is none. */
export async function openByCode(code: string, navigate: NavigateFunction): Promise<void> {
  try {
    const [product] = (await browserApi.listProducts({ query: { code } })).data
    if (product)
      return void (await navigate(href('/dashboard/products/edit-product/:id', { id: product._id }), {
        state: FROM_LIST,
      }))
  } catch (error) {
    await refusalOf(error)
    return showServerFailure()
  }
  const enter = await notice.confirm({
    title: 'No hay un producto con este código',
    text: code,
    icon: 'info',
    confirm: 'Ingresar Producto',
  })
  if (enter) await navigate(href('/dashboard/products/new-product'), { state: { start: { barcode: code } } })
}
